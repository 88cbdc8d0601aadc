#include "number.hpp"

#include <cmath>

namespace buildprof {

namespace {

constexpr double kLargest = 4e18;

Number from_double(double value) {
  if (!(std::fabs(value) < kLargest)) {
    return {};
  }
  return {static_cast<std::int64_t>(std::floor(value)), true};
}

// Takes a number apart from the left.
class NumberReader {
 public:
  explicit NumberReader(std::string_view text) : left_(text) {}

  Number run() {
    const bool negative = sign();
    const bool any = digits();
    if (any && (next('e') || next('E'))) {
      exponent();
    }
    if (!any || !left_.empty()) {
      return {};
    }
    const double value = value_ * std::pow(10.0, scale_);
    return from_double(negative ? -value : value);
  }

 private:
  bool next(char wanted) {
    const bool found = left_.starts_with(wanted);
    left_.remove_prefix(found ? 1 : 0);
    return found;
  }

  // Whether it is a minus.
  bool sign() {
    const bool minus = next('-');
    if (!minus) {
      next('+');
    }
    return minus;
  }

  // Whether there are any.
  bool digits() {
    bool any = false;
    bool fraction = false;
    for (; !left_.empty(); left_.remove_prefix(1)) {
      const char c = left_.front();
      if (is_digit(c)) {
        value_ = value_ * 10 + (c - '0');
        scale_ -= fraction ? 1 : 0;
        any = true;
      } else if (c == '.' && !fraction) {
        fraction = true;
      } else {
        break;
      }
    }
    return any;
  }

  void exponent() {
    const bool down = sign();
    int exponent = 0;
    for (; !left_.empty() && is_digit(left_.front()) && exponent < 10000; left_.remove_prefix(1)) {
      exponent = exponent * 10 + (left_.front() - '0');
    }
    scale_ += down ? -exponent : exponent;
  }

  std::string_view left_;
  double value_ = 0;
  int scale_ = 0;
};

}  // namespace

Number parse_number(std::string_view text) { return NumberReader(text).run(); }

}  // namespace buildprof
