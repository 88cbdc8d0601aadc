#include <cmath>
#include <limits>

#include "backends/cpu/simd/table.h"
#include "core/half.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace backends_simd_math_test {

/// From the smallest normal result on; a length that is no multiple of the lanes.
std::vector<float> arguments() {
  std::vector<float> x;
  for (float value = -87.0f; value <= 0.0f; value += 0.0917f) x.push_back(value);
  return x;
}

void exponentials_are_right_to_about_an_ulp() {
  for (const SimdKernels* kernels : simd_variants()) {
    std::vector<float> x = arguments();
    double sum = 0.0;
    const std::vector<float> before = x;
    const float total = kernels->exponentiate(x.data(), static_cast<std::int64_t>(x.size()), 0.0f);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double truth = std::exp(static_cast<double>(before[i]));
      CHECK_NEAR(x[i] / truth, 1.0, 3e-7);
      sum += truth;
    }
    CHECK_NEAR(total / sum, 1.0, 1e-6);
  }
}

void what_is_masked_is_nothing() {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (const SimdKernels* kernels : simd_variants()) {
    std::vector<float> x(21, 3.0f);
    x[4] = x[20] = -infinity;
    CHECK_NEAR(kernels->exponentiate(x.data(), 21, 3.0f), 19.0, 1e-5);
    CHECK_EQUAL(x[4], 0.0f);
    CHECK_EQUAL(x[20], 0.0f);
    CHECK_NEAR(x[0], 1.0, 1e-7);
  }
}

void swiglu_agrees_with_the_definition() {
  std::vector<float> gate = random_floats(53, 1);
  gate[0] = -200.0f;
  gate[1] = 200.0f;
  gate[2] = 0.0f;
  const std::vector<float> value = random_floats(53, 2);
  std::vector<float> expected;
  for (std::size_t i = 0; i < gate.size(); ++i) {
    const double g = gate[i];
    expected.push_back(static_cast<float>(g / (1.0 + std::exp(-g)) * value[i]));
  }
  for (const SimdKernels* kernels : simd_variants()) {
    std::vector<float> y(53);
    kernels->swiglu(gate.data(), value.data(), y.data(), 53);
    CHECK_ALL_NEAR(y, expected, 5e-5);
  }
}

void halves_become_floats_to_the_last_bit() {
  std::vector<std::uint16_t> halves;
  std::vector<float> expected;
  for (std::uint32_t bits = 0; bits < 65536; bits += 7) {
    if ((bits & 0x7c00u) == 0x7c00u) continue;  // infinities are not near each other
    halves.push_back(static_cast<std::uint16_t>(bits));
    expected.push_back(half_to_float(halves.back()));
  }
  for (const SimdKernels* kernels : simd_variants()) {
    std::vector<float> floats(halves.size());
    kernels->widen_halves(reinterpret_cast<const std::byte*>(halves.data()), floats.data(),
                          static_cast<std::int64_t>(halves.size()));
    CHECK_ALL_NEAR(floats, expected, 0.0);
  }
}

}  // namespace backends_simd_math_test

void test_backends_simd_math(TestTable& tests) {
  using namespace backends_simd_math_test;
  const std::string area = "backends_simd_math";
  tests.add(area, "exponentials are right to about an ulp", exponentials_are_right_to_about_an_ulp);
  tests.add(area, "what is masked is nothing", what_is_masked_is_nothing);
  tests.add(area, "swiglu agrees with the definition", swiglu_agrees_with_the_definition);
  tests.add(area, "halves become floats to the last bit", halves_become_floats_to_the_last_bit);
}

}  // namespace tern
