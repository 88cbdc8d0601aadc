#include "ops/softmax.h"

#include <cmath>
#include <limits>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_softmax_test {

constexpr float hidden = -std::numeric_limits<float>::infinity();

std::vector<float> reference_row(const float* x, const float* mask, std::size_t n, double scale) {
  std::vector<double> powers;
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    powers.push_back(std::exp(x[i] * scale + (mask ? mask[i] : 0.0f)));
  for (const double power : powers) sum += power;
  std::vector<float> result;
  for (const double power : powers) result.push_back(static_cast<float>(power / sum));
  return result;
}

void agrees_with_the_definition() {
  const std::size_t n = 13;
  const auto x = random_floats(n * 4 * 2, 1);
  auto mask = random_floats(n * 4, 2);
  mask[3] = mask[n + 5] = hidden;
  GraphRunner runner(2);
  Tensor* input = runner.floats({static_cast<std::int64_t>(n), 4, 2, 1}, x);
  Tensor* masks = runner.floats({static_cast<std::int64_t>(n), 4, 1, 1}, mask);
  const auto result = runner.compute(softmax(runner.graph(), input, masks, 0.7f));
  std::vector<float> expected;
  for (std::size_t row = 0; row < 8; ++row) {
    const auto part = reference_row(&x[row * n], &mask[row % 4 * n], n, 0.7f);
    expected.insert(expected.end(), part.begin(), part.end());
  }
  CHECK_ALL_NEAR(result, expected, 1e-6);
  CHECK_EQUAL(result[3], 0.0f);
}

/// Masks of higher dimensions go round: four matrices, two masks.
void repeats_masks() {
  const std::size_t n = 3;
  const auto x = random_floats(n * 4, 3);
  const std::vector<float> mask{0.0f, hidden, 0.0f, hidden, 0.0f, 0.0f};
  GraphRunner runner;
  Tensor* input = runner.floats({3, 1, 4, 1}, x);
  const auto result =
      runner.compute(softmax(runner.graph(), input, runner.floats({3, 1, 2, 1}, mask), 1.0f));
  for (std::size_t matrix = 0; matrix < 4; ++matrix) {
    const auto expected = reference_row(&x[matrix * n], &mask[matrix % 2 * n], n, 1.0);
    CHECK_ALL_NEAR(std::span(result).subspan(matrix * n, n), expected, 1e-6);
  }
}

void stays_finite() {
  GraphRunner runner;
  Tensor* huge = runner.floats({2, 1, 1, 1}, {3e38f, 3e38f});
  CHECK_ALL_NEAR(runner.compute(softmax(runner.graph(), huge, nullptr, 1.0f)),
                 (std::vector<float>{0.5f, 0.5f}), 1e-7);
}

void gives_zeros_where_all_is_masked() {
  GraphRunner runner;
  Tensor* x = runner.floats({2, 1, 1, 1}, {1.0f, 2.0f});
  Tensor* mask = runner.floats({2, 1, 1, 1}, {hidden, hidden});
  CHECK_ALL_NEAR(runner.compute(softmax(runner.graph(), x, mask, 1.0f)),
                 (std::vector<float>{0.0f, 0.0f}), 0.0);
}

void refuses_masks_that_do_not_fit() {
  Graph g;
  Tensor* x = g.input(Type::f32, {8, 4, 3, 1}, "x");
  const auto mask = [&](const Shape& shape) { return g.input(Type::f32, shape, "m"); };
  CHECK_THROWS(GraphError,
               "[softmax] expected a mask that fits x: F32 [8, 4, 3], got m: F32 [7, 4]",
               softmax(g, x, mask({7, 4, 1, 1}), 1.0f));
  CHECK_THROWS(GraphError, "got m: F32 [8, 3]", softmax(g, x, mask({8, 3, 1, 1}), 1.0f));
  CHECK_THROWS(GraphError, "got m: F32 [8, 4, 2]", softmax(g, x, mask({8, 4, 2, 1}), 1.0f));
}

}  // namespace ops_softmax_test

void test_ops_softmax(TestTable& tests) {
  using namespace ops_softmax_test;
  tests.add("ops_softmax", "agrees with the definition", agrees_with_the_definition);
  tests.add("ops_softmax", "repeats masks", repeats_masks);
  tests.add("ops_softmax", "stays finite", stays_finite);
  tests.add("ops_softmax", "gives zeros where all is masked", gives_zeros_where_all_is_masked);
  tests.add("ops_softmax", "refuses masks that do not fit", refuses_masks_that_do_not_fit);
}

}  // namespace tern
