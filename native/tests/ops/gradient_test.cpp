#include "ops/gradient.h"

#include <cmath>
#include <functional>

#include "ops/flash_attention.h"
#include "ops/im2col.h"
#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_gradient_test {

using Row = std::vector<double>;
using Function = std::function<Row(const Row&)>;
using Build = std::function<Tensor*(Graph&, Tensor* gradient, Tensor* x, Tensor* y)>;

constexpr std::size_t n = 9;

Row take(const std::vector<float>& x, std::size_t row) {
  Row values;
  for (std::size_t i = 0; i < n; ++i) values.push_back(x[row * n + i]);
  return values;
}

/// How much the sum of gradient * function(x) changes with element i of x, by differences.
double slope(const Function& function, const Row& gradient, Row x, std::size_t i) {
  constexpr double step = 1e-4;
  x[i] += step;
  const Row up = function(x);
  x[i] -= 2 * step;
  const Row down = function(x);
  double total = 0.0;
  for (std::size_t k = 0; k < n; ++k) total += gradient[k] * (up[k] - down[k]) / (2 * step);
  return total;
}

void compare(const Function& function, const Build& build) {
  const auto x = random_floats(n * 4, 1);
  const auto gradient = random_floats(n * 4, 2);
  std::vector<float> result, slopes;
  for (std::size_t row = 0; row < 4; ++row) {
    for (const double value : function(take(x, row))) result.push_back(static_cast<float>(value));
    for (std::size_t i = 0; i < n; ++i)
      slopes.push_back(static_cast<float>(slope(function, take(gradient, row), take(x, row), i)));
  }
  GraphRunner runner(2);
  const Shape shape{9, 2, 2, 1};
  Tensor* node = build(runner.graph(), runner.floats(shape, gradient), runner.floats(shape, x),
                       runner.floats(shape, result));
  CHECK_ALL_NEAR(runner.compute(node), slopes, 5e-6);
}

Row silu(Row x) {
  for (double& value : x) value /= 1.0 + std::exp(-value);
  return x;
}

Row softmax(Row x) {
  double total = 0.0;
  for (double& value : x) total += value = std::exp(0.7 * value);
  for (double& value : x) value /= total;
  return x;
}

Row rms_norm(Row x) {
  double squares = 0.0;
  for (const double value : x) squares += value * value;
  for (double& value : x) value /= std::sqrt(squares / static_cast<double>(n) + 0.1);
  return x;
}

void agrees_with_differences() {
  compare(silu,
          [](Graph& g, Tensor* gradient, Tensor* x, Tensor*) { return silu_back(g, gradient, x); });
  compare(softmax, [](Graph& g, Tensor* gradient, Tensor*, Tensor* y) {
    return softmax_back(g, gradient, y, 0.7f);
  });
  compare(rms_norm, [](Graph& g, Tensor* gradient, Tensor* x, Tensor*) {
    return rms_norm_back(g, gradient, x, 0.1f);
  });
}

void adds_rows_that_were_taken() {
  GraphRunner runner(2);
  Tensor* gradient = runner.floats({2, 4, 1, 1}, {1, 2, 3, 4, 5, 6, 7, 8});
  Tensor* numbers = runner.integers({2, 0, 2, 9});
  CHECK_ALL_NEAR(runner.compute(get_rows_back(runner.graph(), gradient, numbers, 3)),
                 (std::vector<float>{3, 4, 0, 0, 6, 8}), 0.0);
}

void refuses_bad_operands() {
  Graph g;
  Tensor* x = g.input(Type::f32, {4, 2, 1, 1}, "x");
  Tensor* y = g.input(Type::f32, {4, 3, 1, 1}, "y");
  Tensor* numbers = g.input(Type::i32, {2, 1, 1, 1}, "numbers");
  CHECK_THROWS(GraphError, "[silu_back] expected shape [4, 2], got y: F32 [4, 3]",
               silu_back(g, y, x));
  CHECK_THROWS(GraphError, "[rms_norm_back] expected epsilon >= 0, got -1",
               rms_norm_back(g, x, x, -1.0f));
  CHECK_THROWS(GraphError, "[get_rows_back] expected a gradient of shape [4, 2], got y: F32 [4, 3]",
               get_rows_back(g, y, numbers, 8));
}

void refuses_gradients_that_do_not_fit() {
  Graph g;
  const auto input = [&](const Shape& shape) { return g.input(Type::f32, shape, "t"); };
  const FlashAttention a{
      .queries = input({8, 3, 4, 1}), .keys = input({8, 10, 2, 1}), .values = input({6, 10, 2, 1})};
  Tensor* gradient = input({6, 4, 3, 1});
  CHECK(flash_attention_back(g, gradient, a, {}, AttentionOperand::values)->shape ==
        a.values->shape);
  CHECK_THROWS(GraphError, "[flash_attention_back] expected sinks, got none",
               flash_attention_back(g, gradient, a, {}, AttentionOperand::sinks));
  CHECK_THROWS(
      GraphError,
      "[flash_attention_back] expected a gradient of shape [6, 4, 3], got t: F32 [8, 3, 4]",
      flash_attention_back(g, a.queries, a, {}, AttentionOperand::keys));
  const ConvolutionParams p{.rank = 1, .size = {3, 1, 1}, .channels = 2};
  CHECK_THROWS(GraphError, "[im2col_back] expected a gradient of shape [6, 5], got t: F32 [7, 2]",
               im2col_back(g, input({7, 2, 1, 1}), input({7, 2, 1, 1}), p));
}

}  // namespace ops_gradient_test

void test_ops_gradient(TestTable& tests) {
  using namespace ops_gradient_test;
  tests.add("ops_gradient", "agrees with differences", agrees_with_differences);
  tests.add("ops_gradient", "adds rows that were taken", adds_rows_that_were_taken);
  tests.add("ops_gradient", "refuses bad operands", refuses_bad_operands);
  tests.add("ops_gradient", "refuses gradients that do not fit", refuses_gradients_that_do_not_fit);
}

}  // namespace tern
