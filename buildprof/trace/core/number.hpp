// Numbers as JSON writes them.
#pragma once

#include <cstdint>
#include <string_view>

namespace buildprof {

// A number of any width; whole microseconds, rounded down. Absent for NaN, infinity, other types
// and whatever is too large to be a time.
struct Number {
  std::int64_t value = 0;
  bool known = false;
};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Sign, digits, fraction and exponent, to the end of the text.
Number parse_number(std::string_view text);

}  // namespace buildprof
