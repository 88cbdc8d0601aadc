#include "ops/optimizer.h"

#include <cmath>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_optimizer_test {

using Values = std::vector<float>;

/// Two steps with one gradient; moments start at zero.
void steps_as_adamw_does() {
  const double rate = 0.1, beta1 = 0.9, beta2 = 0.99, epsilon = 1e-8, decay = 0.05;
  const auto weights = random_floats(12, 1);
  const auto gradient = random_floats(12, 2);
  GraphRunner runner(2);
  Graph& g = runner.graph();
  Tensor* slope = runner.floats({4, 3, 1, 1}, gradient);
  Tensor* first = runner.floats({4, 3, 1, 1}, Values(12, 0.0f));
  Tensor* second = runner.floats({4, 3, 1, 1}, Values(12, 0.0f));
  Tensor* w = runner.floats({4, 3, 1, 1}, weights);
  for (const double t : {1.0, 2.0}) {
    Values params;
    for (const double value : {rate, beta1, beta2, epsilon, decay, 1.0 / (1.0 - std::pow(beta1, t)),
                               1.0 / (1.0 - std::pow(beta2, t))})
      params.push_back(static_cast<float>(value));
    w = opt_step_adamw(g, w, slope, first, second, runner.floats({7, 1, 1, 1}, params));
  }
  // With one gradient the corrected moments are g and g², whatever the betas.
  Values expected;
  for (std::size_t i = 0; i < 12; ++i) {
    const double step = gradient[i] / (std::fabs(gradient[i]) + epsilon);
    double value = weights[i];
    for (int t = 0; t < 2; ++t) value = value * (1.0 - rate * decay) - rate * step;
    expected.push_back(static_cast<float>(value));
  }
  CHECK_ALL_NEAR(runner.compute(w), expected, 1e-5);
}

void steps_down_the_slope() {
  GraphRunner runner(2);
  Tensor* w = runner.floats({2, 2, 1, 1}, {1, 2, 3, 4});
  Tensor* slope = runner.floats({2, 2, 1, 1}, {1, -1, 0, 2});
  Tensor* params = runner.floats({2, 1, 1, 1}, {0.5f, 0.25f});
  CHECK_ALL_NEAR(runner.compute(opt_step_sgd(runner.graph(), w, slope, params)),
                 (Values{0.375f, 2.25f, 2.625f, 2.5f}), 1e-6);
}

void refuses_bad_operands() {
  Graph g;
  Tensor* w = g.input(Type::f32, {4, 2, 1, 1}, "w");
  Tensor* x = g.input(Type::f32, {4, 3, 1, 1}, "x");
  Tensor* params = g.input(Type::f32, {2, 1, 1, 1}, "params");
  CHECK_THROWS(GraphError, "[opt_step_adamw] expected shape [4, 2], got x: F32 [4, 3]",
               opt_step_adamw(g, w, w, x, w, params));
  CHECK_THROWS(GraphError, "[opt_step_adamw] expected 7 parameters, got params: F32 [2]",
               opt_step_adamw(g, w, w, w, w, params));
  CHECK_THROWS(GraphError, "[opt_step_sgd] expected type F32, got i: I32 [4, 2]",
               opt_step_sgd(g, w, g.input(Type::i32, {4, 2, 1, 1}, "i"), params));
}

}  // namespace ops_optimizer_test

void test_ops_optimizer(TestTable& tests) {
  using namespace ops_optimizer_test;
  tests.add("ops_optimizer", "steps as AdamW does", steps_as_adamw_does);
  tests.add("ops_optimizer", "steps down the slope", steps_down_the_slope);
  tests.add("ops_optimizer", "refuses bad operands", refuses_bad_operands);
}

}  // namespace tern
