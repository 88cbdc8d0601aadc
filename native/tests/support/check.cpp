#include "tests/support/check.h"

#include <cstdio>

namespace tern::check {
namespace support_check {

int& failure_count() {
  static int count = 0;
  return count;
}

}  // namespace support_check

void report(const char* file, int line, const std::string& message) {
  ++support_check::failure_count();
  std::fprintf(stderr, "%s:%d: %s\n", file, line, message.c_str());
}

int failures() { return support_check::failure_count(); }

void all_near(std::span<const float> a, std::span<const float> b, double tolerance,
              const char* file, int line) {
  if (a.size() != b.size()) {
    report(file, line, std::to_string(a.size()) + " values, expected " + std::to_string(b.size()));
    return;
  }
  double worst = -1.0;
  std::size_t place = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
    if (difference <= tolerance) continue;
    if (std::isnan(difference) || difference > worst) {
      worst = difference;
      place = i;
    }
    if (std::isnan(difference)) break;
  }
  if (worst >= 0.0 || std::isnan(worst)) {
    std::ostringstream out;
    out << "element " << place << ": " << a[place] << " is not within " << tolerance << " of "
        << b[place];
    report(file, line, out.str());
  }
}

}  // namespace tern::check
