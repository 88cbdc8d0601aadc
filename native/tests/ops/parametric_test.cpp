#include "ops/parametric.h"

#include <cmath>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_parametric_test {

/// `build` makes the op from an input, `expected` says what it makes of one value.
template <class Build, class Expected>
void compare(const Build& build, const Expected& expected) {
  std::vector<float> x;
  for (int i = -60; i <= 60; ++i) x.push_back(static_cast<float>(i) / 10.0f);
  std::vector<float> values;
  for (const float value : x) values.push_back(static_cast<float>(expected(double{value})));
  GraphRunner runner(2);
  Tensor* result = build(runner.graph(), runner.floats({11, 11, 1, 1}, x));
  CHECK_ALL_NEAR(runner.compute(result), values, 5e-6);
}

void agrees_with_the_definitions() {
  compare([](Graph& g, Tensor* x) { return clamp(g, x, -1.5f, 2.0f); },
          [](double x) { return std::fmax(-1.5, std::fmin(x, 2.0)); });
  compare([](Graph& g, Tensor* x) { return leaky_relu(g, x, 0.1f); },
          [](double x) { return x < 0.0 ? 0.1 * x : x; });
  compare([](Graph& g, Tensor* x) { return xielu(g, x, 0.5f, -1.0f, 0.25f, -1e-3f); },
          [](double x) {
            const double positive = std::log(1.0 + std::exp(-1.0));
            const double negative = 0.25 + std::log(1.0 + std::exp(0.5));
            if (x > 0.0) return positive * x * x + 0.25 * x;
            return negative * (std::exp(std::fmin(x, -1e-3)) - 1.0 - x) + 0.25 * x;
          });
}

void refuses_bad_operands() {
  Graph g;
  Tensor* x = g.input(Type::f32, {4, 1, 1, 1}, "x");
  CHECK_THROWS(GraphError, "[clamp] expected low <= high, got 1 and 0", clamp(g, x, 1.0f, 0.0f));
  CHECK_THROWS(GraphError, "[leaky_relu] expected type F32, got h: F16 [4]",
               leaky_relu(g, g.input(Type::f16, {4, 1, 1, 1}, "h"), 0.1f));
}

}  // namespace ops_parametric_test

void test_ops_parametric(TestTable& tests) {
  using namespace ops_parametric_test;
  tests.add("ops_parametric", "agrees with the definitions", agrees_with_the_definitions);
  tests.add("ops_parametric", "refuses bad operands", refuses_bad_operands);
}

}  // namespace tern
