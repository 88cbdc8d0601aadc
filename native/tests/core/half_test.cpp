#include "core/half.h"

#include <cmath>
#include <limits>

#include "tests/support/check.h"

namespace tern {
namespace core_half_test {

/// A second way to read a half: sign * 2^(e - 15) * (1 + m / 1024).
float reference(std::uint16_t half) {
  const int exponent = (half >> 10) & 31;
  const int mantissa = half & 1023;
  const double sign = half & 0x8000 ? -1.0 : 1.0;
  if (exponent == 31) return static_cast<float>(mantissa != 0 ? std::nan("") : sign * HUGE_VAL);
  if (exponent == 0) return static_cast<float>(sign * std::ldexp(mantissa, -24));
  return static_cast<float>(sign * std::ldexp(1024 + mantissa, exponent - 25));
}

void reads_every_half() {
  int wrong = 0;
  for (int i = 0; i < 65536; ++i) {
    const auto half = static_cast<std::uint16_t>(i);
    const float value = half_to_float(half);
    const float expected = reference(half);
    const bool same = std::isnan(expected) ? std::isnan(value) : value == expected;
    if (!same || std::signbit(value) != (half >> 15 != 0)) ++wrong;
  }
  CHECK_EQUAL(wrong, 0);
}

void writes_back_every_half() {
  int wrong = 0;
  for (int i = 0; i < 65536; ++i) {
    const auto half = static_cast<std::uint16_t>(i);
    if (!std::isnan(half_to_float(half)) && float_to_half(half_to_float(half)) != half) ++wrong;
  }
  CHECK_EQUAL(wrong, 0);
}

void rounds_to_even() {
  CHECK_EQUAL(float_to_half(1.0f + 0x1p-11f), 0x3c00);      // halfway, down to even
  CHECK_EQUAL(float_to_half(1.0f + 3 * 0x1p-11f), 0x3c02);  // halfway, up to even
  CHECK_EQUAL(float_to_half(std::nextafter(1.0f + 0x1p-11f, 2.0f)), 0x3c01);
  CHECK_EQUAL(float_to_half(0x1p-25f), 0x0000);  // halfway to the least subnormal
  CHECK_EQUAL(float_to_half(std::nextafter(0x1p-25f, 1.0f)), 0x0001);
  CHECK_EQUAL(float_to_half(65519.0f), 0x7bff);
  CHECK_EQUAL(float_to_half(65520.0f), 0x7c00);  // halfway beyond the largest
  CHECK_EQUAL(float_to_half(-std::numeric_limits<float>::infinity()), 0xfc00);
  CHECK(std::isnan(half_to_float(float_to_half(std::nanf("")))));
}

void converts_bfloats() {
  CHECK_EQUAL(bfloat_to_float(0x3fc0), 1.5f);
  CHECK_EQUAL(float_to_bfloat(1.5f), 0x3fc0);
  CHECK_EQUAL(float_to_bfloat(1.0f + 0x1p-8f), 0x3f80);      // halfway, down to even
  CHECK_EQUAL(float_to_bfloat(1.0f + 3 * 0x1p-8f), 0x3f82);  // halfway, up to even
  CHECK_EQUAL(float_to_bfloat(std::numeric_limits<float>::max()), 0x7f80);
  CHECK(std::isnan(bfloat_to_float(float_to_bfloat(std::nanf("")))));
}

}  // namespace core_half_test

void test_core_half(TestTable& tests) {
  using namespace core_half_test;
  tests.add("core_half", "reads every half", reads_every_half);
  tests.add("core_half", "writes back every half", writes_back_every_half);
  tests.add("core_half", "rounds to nearest, ties to even", rounds_to_even);
  tests.add("core_half", "converts bfloats", converts_bfloats);
}

}  // namespace tern
