#include "ops/norm.h"

#include <cmath>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_norm_test {

std::vector<float> reference(const std::vector<float>& x, std::size_t n, double epsilon,
                             bool centered) {
  std::vector<float> result;
  for (std::size_t start = 0; start < x.size(); start += n) {
    double mean = 0.0;
    double squares = 0.0;
    for (std::size_t i = start; centered && i < start + n; ++i) mean += x[i];
    mean /= static_cast<double>(n);
    for (std::size_t i = start; i < start + n; ++i) squares += (x[i] - mean) * (x[i] - mean);
    const double deviation = std::sqrt(squares / static_cast<double>(n) + epsilon);
    for (std::size_t i = start; i < start + n; ++i)
      result.push_back(static_cast<float>((x[i] - mean) / deviation));
  }
  return result;
}

void agrees_with_the_definition() {
  for (const std::size_t n : {1u, 7u, 64u, 100u}) {
    auto x = random_floats(n * 3, 1);
    for (float& value : x) value = 2.0f * value + 3.0f;
    GraphRunner runner;
    Tensor* input = runner.floats({static_cast<std::int64_t>(n), 3, 1, 1}, x);
    Tensor* rms = rms_norm(runner.graph(), input, 0.01f);
    Tensor* layer = layer_norm(runner.graph(), input, 0.01f);
    runner.graph().mark_output(rms);
    CHECK_ALL_NEAR(runner.compute(layer), reference(x, n, 0.01, true), 1e-5);
    CHECK_ALL_NEAR(read_floats(*rms), reference(x, n, 0.01, false), 1e-5);
  }
}

void refuses_bad_operands() {
  Graph g;
  Tensor* x = g.input(Type::f32, {4, 1, 1, 1}, "x");
  CHECK_THROWS(GraphError, "[rms_norm] expected epsilon >= 0, got -1", rms_norm(g, x, -1.0f));
  CHECK_THROWS(GraphError, "[norm] expected epsilon >= 0, got nan",
               layer_norm(g, x, std::nanf("")));
  CHECK_THROWS(GraphError, "expected type F32",
               rms_norm(g, g.input(Type::f16, {4, 1, 1, 1}, "x"), 1e-5f));
}

}  // namespace ops_norm_test

void test_ops_norm(TestTable& tests) {
  tests.add("ops_norm", "agrees with the definition", ops_norm_test::agrees_with_the_definition);
  tests.add("ops_norm", "refuses bad operands", ops_norm_test::refuses_bad_operands);
}

}  // namespace tern
