#include "ops/unary.h"

#include <cmath>
#include <numbers>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_unary_test {

using Function = double (*)(double);

/// 121 values from `start` on, a tenth apart.
void compare(const OpInfo& op, Function function, int start = -60, double tolerance = 2e-6) {
  std::vector<float> x;
  for (int i = start; i <= start + 120; ++i) x.push_back(static_cast<float>(i) / 10.0f);
  std::vector<float> expected;
  for (const float value : x) expected.push_back(static_cast<float>(function(value)));
  GraphRunner runner;
  Tensor* input = runner.floats({11, 11, 1, 1}, x);
  CHECK_ALL_NEAR(runner.compute(unary(runner.graph(), op, input)), expected, tolerance);
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

double limited(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

void computes_activations_in_parts() {
  compare(elu_op, [](double x) { return x > 0.0 ? x : std::exp(x) - 1.0; });
  compare(relu_sqr_op, [](double x) { return x > 0.0 ? x * x : 0.0; }, -60, 5e-6);
  compare(hardsigmoid_op, [](double x) { return limited(x / 6.0 + 0.5, 0.0, 1.0); });
  compare(hardswish_op, [](double x) { return x * limited(x / 6.0 + 0.5, 0.0, 1.0); });
  compare(step_op, [](double x) { return x > 0.0 ? 1.0 : 0.0; }, -60, 0.0);
  compare(sgn_op, [](double x) { return x == 0.0 ? 0.0 : x / std::fabs(x); }, -60, 0.0);
}

void computes_elementary_functions() {
  compare(softplus_op, [](double x) { return std::log(1.0 + std::exp(x)); }, -300);
  compare(softplus_op, [](double x) { return std::log(1.0 + std::exp(x)); }, 100);
  compare(sqr_op, [](double x) { return x * x; }, -60, 5e-6);
  compare(sqrt_op, [](double x) { return std::pow(x, 0.5); }, 0);
  compare(exp_op, [](double x) { return std::pow(std::numbers::e, x); }, -100);
  compare(expm1_op, [](double x) { return std::expm1(x); }, -100);
  compare(log_op, [](double x) { return std::log2(x) * std::numbers::ln2; }, 1);
  compare(sin_op, [](double x) { return std::sin(x); });
  compare(cos_op, [](double x) { return std::sin(x + std::numbers::pi / 2.0); });
  compare(neg_op, [](double x) { return 0.0 - x; }, -60, 0.0);
  compare(abs_op, [](double x) { return x < 0.0 ? -x : x; }, -60, 0.0);
}

void rounds() {
  const std::vector<float> x{-2.5f, -1.5f, -0.2f, 0.5f, 1.5f, 2.7f};
  const auto compare_rounding = [&](const OpInfo& op, const std::vector<float>& expected) {
    GraphRunner runner;
    CHECK_ALL_NEAR(runner.compute(unary(runner.graph(), op, runner.floats({6, 1, 1, 1}, x))),
                   expected, 0.0);
  };
  compare_rounding(floor_op, {-3, -2, -1, 0, 1, 2});
  compare_rounding(ceil_op, {-2, -1, 0, 1, 2, 3});
  compare_rounding(round_op, {-3, -2, 0, 1, 2, 3});
  compare_rounding(trunc_op, {-2, -1, 0, 0, 1, 2});
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
  tests.add("ops_unary", "computes activations in parts",
            ops_unary_test::computes_activations_in_parts);
  tests.add("ops_unary", "computes elementary functions",
            ops_unary_test::computes_elementary_functions);
  tests.add("ops_unary", "rounds", ops_unary_test::rounds);
  tests.add("ops_unary", "refuses other types", ops_unary_test::refuses_other_types);
}

}  // namespace tern
