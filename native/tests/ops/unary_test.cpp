#include "ops/unary.h"

#include <cmath>
#include <numbers>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_unary_test {

using Function = double (*)(double);

void compare(const OpInfo& op, Function function) {
  std::vector<float> x;
  for (int i = -60; i <= 60; ++i) x.push_back(static_cast<float>(i) / 10.0f);
  std::vector<float> expected;
  for (const float value : x) expected.push_back(static_cast<float>(function(value)));
  GraphRunner runner;
  Tensor* input = runner.floats({11, 11, 1, 1}, x);
  CHECK_ALL_NEAR(runner.compute(unary(runner.graph(), op, input)), expected, 2e-6);
}

void agrees_with_the_definitions() {
  compare(relu_op, [](double x) { return x < 0.0 ? 0.0 : x; });
  compare(sigmoid_op, [](double x) { return 0.5 + 0.5 * std::tanh(x / 2.0); });
  compare(silu_op, [](double x) { return x * (0.5 + 0.5 * std::tanh(x / 2.0)); });
  compare(tanh_op, [](double x) { return std::sinh(x) / std::cosh(x); });
  compare(gelu_op, [](double x) {
    return x / 2.0 *
           (1.0 + std::tanh(std::sqrt(2.0 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
  });
  compare(gelu_erf_op, [](double x) { return x * 0.5 * std::erfc(-x / std::numbers::sqrt2); });
  compare(gelu_quick_op, [](double x) { return x / (1.0 + std::exp(-1.702 * x)); });
}

void refuses_other_types() {
  Graph g;
  CHECK_THROWS(GraphError, "[silu] expected type F32, got x: I32 [4]",
               unary(g, silu_op, g.input(Type::i32, {4, 1, 1, 1}, "x")));
}

}  // namespace ops_unary_test

void test_ops_unary(TestTable& tests) {
  tests.add("ops_unary", "agrees with the definitions",
            ops_unary_test::agrees_with_the_definitions);
  tests.add("ops_unary", "refuses other types", ops_unary_test::refuses_other_types);
}

}  // namespace tern
