#include "ops/glu.h"

#include <cmath>
#include <numbers>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_glu_test {

void compare(const OpInfo& op, double (*activation)(double)) {
  const auto gate = random_floats(5 * 7, 1);
  const auto value = random_floats(5 * 7, 2);
  std::vector<float> expected;
  for (std::size_t i = 0; i < gate.size(); ++i)
    expected.push_back(static_cast<float>(activation(gate[i]) * value[i]));
  GraphRunner runner(2);
  Tensor* result = glu(runner.graph(), op, runner.floats({5, 7, 1, 1}, gate),
                       runner.floats({5, 7, 1, 1}, value));
  CHECK_ALL_NEAR(runner.compute(result), expected, 2e-6);
}

void agrees_with_the_definitions() {
  compare(reglu_op, [](double x) { return std::fmax(x, 0.0); });
  compare(swiglu_op, [](double x) { return x / (1.0 + std::exp(-x)); });
  compare(geglu_op, [](double x) {
    return x / 2.0 * (1.0 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
  });
  compare(geglu_erf_op, [](double x) { return x / 2.0 * std::erfc(-x / std::numbers::sqrt2); });
  compare(geglu_quick_op, [](double x) { return x / (1.0 + std::exp(-1.702 * x)); });
}

void takes_both_halves_of_a_row() {
  for (const bool swapped : {false, true}) {
    GraphRunner runner(2);
    Tensor* x = runner.floats({4, 2, 1, 1}, {1, -2, 10, 20, 3, 4, -30, 40});
    Tensor* result = glu_halves(runner.graph(), reglu_op, x, swapped);
    const std::vector<float> expected =
        swapped ? std::vector<float>{10, -40, 0, 160} : std::vector<float>{10, 0, -90, 160};
    CHECK_ALL_NEAR(runner.compute(result), expected, 0.0);
  }
}

void limits_both_operands() {
  auto gate = random_floats(35, 1);
  auto value = random_floats(35, 2);
  std::vector<float> expected, clamped;
  for (std::size_t i = 0; i < gate.size(); ++i) {
    gate[i] *= 5.0f;
    value[i] *= 5.0f;
    const double g = std::fmin(gate[i], 7.0);
    const double v = std::fmax(-7.0, std::fmin(value[i], 7.0));
    expected.push_back(static_cast<float>(g / (1.0 + std::exp(-1.702 * g)) * (v + 1.0)));
    clamped.push_back(static_cast<float>(g / (1.0 + std::exp(-g)) * v));
  }
  GraphRunner runner(2);
  Graph& g = runner.graph();
  Tensor* gates = runner.floats({5, 7, 1, 1}, gate);
  Tensor* values = runner.floats({5, 7, 1, 1}, value);
  Tensor* plain = swiglu_clamp(g, gates, values, 7.0f);
  g.mark_output(plain);
  CHECK_ALL_NEAR(runner.compute(swiglu_oai(g, gates, values, {1.702f, 7.0f})), expected, 2e-5);
  CHECK_ALL_NEAR(read_floats(*plain), clamped, 2e-5);
}

void refuses_other_shapes() {
  Graph g;
  Tensor* gate = g.input(Type::f32, {4, 2, 1, 1}, "gate");
  Tensor* value = g.input(Type::f32, {4, 1, 1, 1}, "value");
  CHECK_THROWS(GraphError, "[swiglu] expected shape [4, 2], got value: F32 [4]",
               glu(g, swiglu_op, gate, value));
  CHECK_THROWS(GraphError, "[geglu] expected rows of an even number of elements, got odd: F32 [3]",
               glu_halves(g, geglu_op, g.input(Type::f32, {3, 1, 1, 1}, "odd")));
  CHECK_THROWS(GraphError, "[swiglu_oai] expected limit >= 0, got -1",
               swiglu_oai(g, gate, gate, {1.0f, -1.0f}));
  CHECK_THROWS(GraphError, "[swiglu_clamp] expected limit >= 0, got -1",
               swiglu_clamp(g, gate, gate, -1.0f));
}

}  // namespace ops_glu_test

void test_ops_glu(TestTable& tests) {
  tests.add("ops_glu", "agrees with the definitions", ops_glu_test::agrees_with_the_definitions);
  tests.add("ops_glu", "takes both halves of a row", ops_glu_test::takes_both_halves_of_a_row);
  tests.add("ops_glu", "limits both operands", ops_glu_test::limits_both_operands);
  tests.add("ops_glu", "refuses other shapes", ops_glu_test::refuses_other_shapes);
}

}  // namespace tern
