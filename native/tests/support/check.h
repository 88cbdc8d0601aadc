#pragma once

#include <cmath>
#include <functional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace tern {

/// The test cases of the program, by area, in the order in which they were added.
class TestTable {
 public:
  struct Case {
    std::string area;
    std::string name;
    std::function<void()> body;
  };

  void add(std::string area, std::string name, std::function<void()> body) {
    cases_.push_back({std::move(area), std::move(name), std::move(body)});
  }
  const std::vector<Case>& cases() const { return cases_; }

 private:
  std::vector<Case> cases_;
};

/// Generated from the names of the files *_test.cpp.
void register_tests(TestTable& table);

namespace check {

/// Reports a failed check; the case goes on, so that one run shows all of them.
void report(const char* file, int line, const std::string& message);
/// Failed checks so far.
int failures();

template <class A, class B>
void equal(const A& a, const B& b, const char* text, const char* file, int line) {
  if (a == b) return;
  std::ostringstream out;
  out << text << ": " << a << " is not " << b;
  report(file, line, out.str());
}

inline void near(double a, double b, double tolerance, const char* text, const char* file,
                 int line) {
  // Written so that NaN fails.
  if (std::fabs(a - b) <= tolerance) return;
  std::ostringstream out;
  out << text << ": " << a << " is not within " << tolerance << " of " << b;
  report(file, line, out.str());
}

/// Elementwise; reports the worst element only.
void all_near(std::span<const float> a, std::span<const float> b, double tolerance,
              const char* file, int line);

/// Expects an exception of type Expected whose message has `part` in it.
template <class Expected>
void throws(const std::function<void()>& body, std::string_view part, const char* file, int line) {
  try {
    body();
  } catch (const Expected& error) {
    const std::string message = error.what();
    if (message.find(part) == std::string::npos)
      report(file, line, "expected '" + std::string(part) + "' in: " + message);
    return;
  } catch (const std::exception& error) {
    report(file, line, std::string("another exception: ") + error.what());
    return;
  }
  report(file, line, "no exception; expected one with '" + std::string(part) + "'");
}

}  // namespace check
}  // namespace tern

#define CHECK(condition)                                                     \
  do {                                                                       \
    if (!(condition)) ::tern::check::report(__FILE__, __LINE__, #condition); \
  } while (false)
#define CHECK_EQUAL(a, b) ::tern::check::equal(a, b, #a, __FILE__, __LINE__)
#define CHECK_NEAR(a, b, tolerance) ::tern::check::near(a, b, tolerance, #a, __FILE__, __LINE__)
#define CHECK_ALL_NEAR(a, b, tolerance) ::tern::check::all_near(a, b, tolerance, __FILE__, __LINE__)
#define CHECK_THROWS(Exception, part, ...) \
  ::tern::check::throws<Exception>([&] { __VA_ARGS__; }, part, __FILE__, __LINE__)
