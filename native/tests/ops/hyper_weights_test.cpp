#include "ops/hyper_weights.h"

#include <cmath>

#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_hyper_weights_test {

using Matrix = std::vector<std::vector<double>>;  // [from][to]

void divide_columns(Matrix& m, double epsilon) {
  for (std::size_t to = 0; to < m.size(); ++to) {
    double sum = epsilon;
    for (const auto& row : m) sum += row[to];
    for (auto& row : m) row[to] /= sum;
  }
}

void divide_rows(Matrix& m, double epsilon) {
  for (auto& row : m) {
    double sum = epsilon;
    for (const double value : row) sum += value;
    for (double& value : row) value /= sum;
  }
}

std::vector<float> reference(const float* mixes, const std::vector<float>& scale,
                             const std::vector<float>& base, std::size_t n,
                             const HyperWeightsParams& p) {
  Matrix m(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n * n; ++i)
    m[i / n][i % n] = std::exp(static_cast<double>(mixes[2 * n + i]) * scale[2] + base[2 * n + i]);
  divide_rows(m, 0.0);
  for (auto& row : m)
    for (double& value : row) value += p.epsilon;
  divide_columns(m, p.epsilon);
  for (int i = 1; i < p.iterations; ++i) {
    divide_rows(m, p.epsilon);
    divide_columns(m, p.epsilon);
  }
  std::vector<float> result;
  for (const auto& row : m) result.insert(result.end(), row.begin(), row.end());
  return result;
}

void compare(std::int64_t streams, std::size_t tokens, const HyperWeightsParams& params) {
  const std::int64_t width = (2 + streams) * streams;
  const auto mixes = random_floats(static_cast<std::size_t>(width) * tokens, 1);
  const auto scale = random_floats(3, 2);
  const auto base = random_floats(static_cast<std::size_t>(width), 3);
  GraphRunner runner(2);
  Tensor* weights = hyper_weights(
      runner.graph(), runner.floats({width, static_cast<std::int64_t>(tokens), 1, 1}, mixes),
      runner.floats({3, 1, 1, 1}, scale), runner.floats({width, 1, 1, 1}, base), params);
  std::vector<float> expected;
  for (std::size_t token = 0; token < tokens; ++token) {
    const auto part = reference(&mixes[token * static_cast<std::size_t>(width)], scale, base,
                                static_cast<std::size_t>(streams), params);
    expected.insert(expected.end(), part.begin(), part.end());
  }
  CHECK_ALL_NEAR(runner.compute(weights), expected, 1e-6);
}

void agrees_with_the_definition() {
  compare(4, 5, {1e-6f, 20});
  compare(4, 1, {1e-2f, 1});
  compare(2, 3, {1e-3f, 4});
  compare(1, 3, {0.0f, 2});
}

void refuses_what_does_not_fit() {
  Graph g;
  const auto input = [&](const Shape& shape) { return g.input(Type::f32, shape, "t"); };
  Tensor* mixes = input({24, 5, 1, 1});
  Tensor* scale = input({3, 1, 1, 1});
  Tensor* base = input({24, 1, 1, 1});
  CHECK_THROWS(
      GraphError,
      "[hyper_weights] expected mixes [(2 + streams) * streams, tokens], got t: F32 [25, 5]",
      hyper_weights(g, input({25, 5, 1, 1}), scale, base, {}));
  CHECK_THROWS(GraphError, "expected three scales, got t: F32 [2]",
               hyper_weights(g, mixes, input({2, 1, 1, 1}), base, {}));
  CHECK_THROWS(GraphError, "expected a base of 24 elements, got t: F32 [16]",
               hyper_weights(g, mixes, scale, input({16, 1, 1, 1}), {}));
  CHECK_THROWS(GraphError, "expected 1 to 1000 iterations, got 0",
               hyper_weights(g, mixes, scale, base, {.iterations = 0}));
}

}  // namespace ops_hyper_weights_test

void test_ops_hyper_weights(TestTable& tests) {
  using namespace ops_hyper_weights_test;
  tests.add("ops_hyper_weights", "agrees with the definition", agrees_with_the_definition);
  tests.add("ops_hyper_weights", "refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern
