#include "ops/cross_entropy.h"

#include <cmath>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_cross_entropy_test {

constexpr std::size_t n = 7;
constexpr std::size_t rows = 6;

/// Rows of positive numbers that add up to 1.
std::vector<float> probabilities() {
  auto values = random_floats(n * rows, 2);
  for (std::size_t row = 0; row < rows; ++row) {
    double total = 0.0;
    for (std::size_t i = 0; i < n; ++i) total += std::fabs(values[row * n + i]);
    for (std::size_t i = 0; i < n; ++i)
      values[row * n + i] = static_cast<float>(std::fabs(values[row * n + i]) / total);
  }
  return values;
}

double loss(const std::vector<double>& x, const std::vector<float>& wanted) {
  double total = 0.0;
  for (std::size_t row = 0; row < rows; ++row) {
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) sum += std::exp(x[row * n + i]);
    for (std::size_t i = 0; i < n; ++i)
      total -= wanted[row * n + i] * std::log(std::exp(x[row * n + i]) / sum);
  }
  return total / rows;
}

/// The gradient is held against differences of the loss.
void agrees_with_the_definition() {
  const auto logits = random_floats(n * rows, 1);
  const auto wanted = probabilities();
  const std::vector<double> x(logits.begin(), logits.end());
  std::vector<float> slopes;
  for (std::size_t i = 0; i < x.size(); ++i) {
    auto up = x, down = x;
    up[i] += 1e-4;
    down[i] -= 1e-4;
    slopes.push_back(static_cast<float>(3.0 * (loss(up, wanted) - loss(down, wanted)) / 2e-4));
  }
  GraphRunner runner(2);
  Graph& g = runner.graph();
  Tensor* input = runner.floats({7, 3, 2, 1}, logits);
  Tensor* target = runner.floats({7, 3, 2, 1}, wanted);
  Tensor* value = cross_entropy_loss(g, input, target);
  g.mark_output(value);
  Tensor* three = runner.floats({1, 1, 1, 1}, {3.0f});
  CHECK_ALL_NEAR(runner.compute(cross_entropy_loss_back(g, three, input, target)), slopes, 1e-6);
  CHECK_NEAR(read_floats(*value)[0], loss(x, wanted), 1e-6);
}

void ignores_what_is_impossible_and_not_wanted() {
  GraphRunner runner;
  Tensor* logits = runner.floats({3, 1, 1, 1}, {1.0f, 1.0f, -INFINITY});
  Tensor* wanted = runner.floats({3, 1, 1, 1}, {1.0f, 0.0f, 0.0f});
  CHECK_NEAR(runner.compute(cross_entropy_loss(runner.graph(), logits, wanted))[0], std::log(2.0),
             1e-6);
}

void refuses_bad_operands() {
  Graph g;
  Tensor* x = g.input(Type::f32, {4, 2, 1, 1}, "x");
  Tensor* y = g.input(Type::f32, {4, 3, 1, 1}, "y");
  CHECK_THROWS(GraphError, "[cross_entropy_loss] expected shape [4, 2], got y: F32 [4, 3]",
               cross_entropy_loss(g, x, y));
  CHECK_THROWS(GraphError, "expected the gradient of one number, got y: F32 [4, 3]",
               cross_entropy_loss_back(g, y, x, x));
}

}  // namespace ops_cross_entropy_test

void test_ops_cross_entropy(TestTable& tests) {
  using namespace ops_cross_entropy_test;
  tests.add("ops_cross_entropy", "agrees with the definition", agrees_with_the_definition);
  tests.add("ops_cross_entropy", "ignores what is impossible and not wanted",
            ignores_what_is_impossible_and_not_wanted);
  tests.add("ops_cross_entropy", "refuses bad operands", refuses_bad_operands);
}

}  // namespace tern
