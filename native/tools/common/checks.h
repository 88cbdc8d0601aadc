#pragma once

#include <functional>
#include <string>

namespace tern::tools {

/// Counts the checks of a test program and prints a line for each.
class Checks {
 public:
  /// Runs a check, which gives what is wrong, or nothing; an exception is wrong too.
  void run(const std::string& name, const std::function<std::string()>& check);
  /// Tells of one that cannot be run here.
  void skip(const std::string& name, const std::string& reason);
  /// Prints how many passed. Throws std::runtime_error if one failed, or none was run.
  void finish() const;

 private:
  int passed_ = 0;
  int failed_ = 0;
};

/// What is wrong with an error that is above a limit; nothing if it is not. NaN is.
std::string above(double error, double limit);

}  // namespace tern::tools
