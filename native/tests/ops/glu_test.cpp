#include "ops/glu.h"

#include <cmath>

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
}

void refuses_other_shapes() {
  Graph g;
  Tensor* gate = g.input(Type::f32, {4, 2, 1, 1}, "gate");
  Tensor* value = g.input(Type::f32, {4, 1, 1, 1}, "value");
  CHECK_THROWS(GraphError, "[swiglu] expected shape [4, 2], got value: F32 [4]",
               glu(g, swiglu_op, gate, value));
}

}  // namespace ops_glu_test

void test_ops_glu(TestTable& tests) {
  tests.add("ops_glu", "agrees with the definitions", ops_glu_test::agrees_with_the_definitions);
  tests.add("ops_glu", "refuses other shapes", ops_glu_test::refuses_other_shapes);
}

}  // namespace tern
