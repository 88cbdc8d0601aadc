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

/// Six heads: slopes of four heads, then two of those between.
void weights_masks_by_head() {
  const std::size_t n = 5;
  const std::vector<double> exponents{2.0, 4.0, 6.0, 8.0, 1.0, 3.0};
  const auto x = random_floats(n * 6, 4);
  const auto mask = random_floats(n, 5);
  GraphRunner runner(2);
  Tensor* result = softmax(runner.graph(), runner.floats({5, 1, 6, 1}, x),
                           runner.floats({5, 1, 1, 1}, mask), nullptr, {0.5f, 8.0f});
  const auto values = runner.compute(result);
  for (std::size_t head = 0; head < 6; ++head) {
    auto weighted = mask;
    for (float& value : weighted)
      value = static_cast<float>(value * std::pow(2.0, -exponents[head]));
    const auto expected = reference_row(&x[head * n], weighted.data(), n, 0.5);
    CHECK_ALL_NEAR(std::span(values).subspan(head * n, n), expected, 1e-6);
  }
}

/// A sink is one more column that is left out of the result.
void leaves_a_share_to_sinks() {
  const std::size_t n = 4;
  const auto x = random_floats(n * 2, 6);
  const std::vector<float> sinks{3.0f, -1.0f};
  GraphRunner runner(2);
  Tensor* result = softmax(runner.graph(), runner.floats({4, 1, 2, 1}, x), nullptr,
                           runner.floats({2, 1, 1, 1}, sinks), {2.0f, 0.0f});
  const auto values = runner.compute(result);
  for (std::size_t head = 0; head < 2; ++head) {
    std::vector<float> longer(x.begin() + static_cast<std::ptrdiff_t>(head * n),
                              x.begin() + static_cast<std::ptrdiff_t>(head * n + n));
    longer.push_back(sinks[head] / 2.0f);
    auto expected = reference_row(longer.data(), nullptr, n + 1, 2.0);
    expected.pop_back();
    CHECK_ALL_NEAR(std::span(values).subspan(head * n, n), expected, 1e-6);
  }
}

void refuses_bad_sinks_and_biases() {
  Graph g;
  Tensor* x = g.input(Type::f32, {8, 4, 3, 1}, "x");
  Tensor* sinks = g.input(Type::f32, {4, 1, 1, 1}, "sinks");
  CHECK_THROWS(GraphError, "[softmax] expected 3 sinks, one for each head, got sinks: F32 [4]",
               softmax(g, x, nullptr, sinks, {1.0f, 0.0f}));
  CHECK_THROWS(GraphError, "[softmax] expected a mask with ALiBi, got none",
               softmax(g, x, nullptr, nullptr, {1.0f, 8.0f}));
  CHECK_THROWS(GraphError, "[softmax] expected max_bias >= 0, got -1",
               softmax(g, x, x, nullptr, {1.0f, -1.0f}));
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
  tests.add("ops_softmax", "weights masks by head", weights_masks_by_head);
  tests.add("ops_softmax", "leaves a share to sinks", leaves_a_share_to_sinks);
  tests.add("ops_softmax", "refuses bad sinks and biases", refuses_bad_sinks_and_biases);
  tests.add("ops_softmax", "refuses masks that do not fit", refuses_masks_that_do_not_fit);
}

}  // namespace tern
