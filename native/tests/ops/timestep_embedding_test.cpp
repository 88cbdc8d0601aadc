#include "ops/timestep_embedding.h"

#include <cmath>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_timestep_embedding_test {

void agrees_with_the_definition() {
  const std::vector<float> steps{0.0f, 1.0f, 12.5f, 999.0f};
  for (const int dims : {1, 6, 7}) {
    std::vector<float> expected;
    for (const float step : steps) {
      const int half = dims / 2;
      const auto angle = [&](int i) { return step * std::pow(1000.0, -1.0 * i / half); };
      for (int i = 0; i < half; ++i) expected.push_back(static_cast<float>(std::cos(angle(i))));
      for (int i = 0; i < half; ++i) expected.push_back(static_cast<float>(std::sin(angle(i))));
      if (dims % 2 != 0) expected.push_back(0.0f);
    }
    GraphRunner runner(2);
    Tensor* result =
        timestep_embedding(runner.graph(), runner.floats({4, 1, 1, 1}, steps), {dims, 1000});
    CHECK_ALL_NEAR(runner.compute(result), expected, 1e-6);
  }
}

void refuses_bad_operands() {
  Graph g;
  Tensor* x = g.input(Type::f32, {4, 2, 1, 1}, "x");
  CHECK_THROWS(GraphError, "[timestep_embedding] expected a vector of timesteps, got x: F32 [4, 2]",
               timestep_embedding(g, x, {8, 1000}));
  CHECK_THROWS(GraphError, "[timestep_embedding] expected dims >= 1, got 0",
               timestep_embedding(g, g.input(Type::f32, {4, 1, 1, 1}, "t"), {0, 1000}));
}

}  // namespace ops_timestep_embedding_test

void test_ops_timestep_embedding(TestTable& tests) {
  using namespace ops_timestep_embedding_test;
  tests.add("ops_timestep_embedding", "agrees with the definition", agrees_with_the_definition);
  tests.add("ops_timestep_embedding", "refuses bad operands", refuses_bad_operands);
}

}  // namespace tern
