#include <cmath>

#include "ops/hyper_merge.h"
#include "ops/hyper_spread.h"
#include "tern/error.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace ops_hyper_streams_test {

constexpr std::size_t width = 11;
constexpr std::size_t streams = 4;
constexpr std::size_t tokens = 3;

struct Values {
  std::vector<float> x = random_floats(width * tokens, 1);
  std::vector<float> residual = random_floats(width * streams * tokens, 2);
  std::vector<float> gains = random_floats(streams * tokens, 3);
  std::vector<float> weights = random_floats(streams * streams * tokens, 4);
  std::vector<float> gates = random_floats(width * streams * tokens, 5);
};

double stream(const Values& v, std::size_t i, std::size_t s, std::size_t token) {
  return v.residual[(token * streams + s) * width + i];
}

template <class Weight>
std::vector<float> merged(const Values& v, double scale, const Weight& weight) {
  std::vector<float> result;
  for (std::size_t token = 0; token < tokens; ++token) {
    for (std::size_t i = 0; i < width; ++i) {
      double sum = 0.0;
      for (std::size_t s = 0; s < streams; ++s) sum += stream(v, i, s, token) * weight(i, s, token);
      result.push_back(static_cast<float>(scale * sum));
    }
  }
  return result;
}

std::vector<float> spread(const Values& v, bool weighted) {
  std::vector<float> result;
  for (std::size_t token = 0; token < tokens; ++token) {
    for (std::size_t to = 0; to < streams; ++to) {
      for (std::size_t i = 0; i < width; ++i) {
        double sum = static_cast<double>(v.x[token * width + i]) * v.gains[token * streams + to];
        for (std::size_t from = 0; from < streams; ++from) {
          const double weight = weighted ? v.weights[(token * streams + from) * streams + to]
                                         : static_cast<double>(from == to);
          sum += weight * stream(v, i, from, token);
        }
        result.push_back(static_cast<float>(sum));
      }
    }
  }
  return result;
}

void merges() {
  const Values v;
  GraphRunner runner(2);
  Tensor* x = runner.floats({width, streams, tokens, 1}, v.residual);
  Tensor* weights = runner.floats({streams, tokens, 1, 1}, v.gains);
  const auto weight = [&](std::size_t, std::size_t s, std::size_t token) -> double {
    return v.gains[token * streams + s];
  };
  CHECK_ALL_NEAR(runner.compute(hyper_merge(runner.graph(), x, weights)), merged(v, 1.0, weight),
                 1e-6);
}

void merges_with_gates() {
  const Values v;
  GraphRunner runner(2);
  Tensor* x = runner.floats({width, streams, tokens, 1}, v.residual);
  Tensor* gates = runner.floats({width, streams, tokens, 1}, v.gates);
  const auto weight = [&](std::size_t i, std::size_t s, std::size_t token) {
    return 1.0 / (1.0 + std::exp(-static_cast<double>(v.gates[(token * streams + s) * width + i])));
  };
  CHECK_ALL_NEAR(runner.compute(hyper_merge_gated(runner.graph(), x, gates, 0.5f)),
                 merged(v, 0.5, weight), 1e-6);
}

void spreads() {
  const Values v;
  for (const bool weighted : {true, false}) {
    GraphRunner runner(2);
    const HyperSpread s{
        runner.floats({width, tokens, 1, 1}, v.x),
        runner.floats({width, streams, tokens, 1}, v.residual),
        runner.floats({streams, tokens, 1, 1}, v.gains),
        weighted ? runner.floats({streams, streams, tokens, 1}, v.weights) : nullptr};
    CHECK_ALL_NEAR(runner.compute(hyper_spread(runner.graph(), s)), spread(v, weighted), 2e-6);
  }
}

void refuses_what_does_not_fit() {
  Graph g;
  const auto input = [&](const Shape& shape) { return g.input(Type::f32, shape, "t"); };
  Tensor* x = input({8, 4, 3, 1});
  CHECK_THROWS(GraphError, "[hyper_merge] expected weights of shape [4, 3], got t: F32 [3, 4]",
               hyper_merge(g, x, input({3, 4, 1, 1})));
  CHECK_THROWS(GraphError, "expected weights of shape [8, 4, 3], got t: F32 [4, 3]",
               hyper_merge_gated(g, x, input({4, 3, 1, 1}), 1.0f));
  Tensor* gains = input({4, 3, 1, 1});
  CHECK_THROWS(GraphError, "[hyper_spread] expected shape [8, 3], got t: F32 [8, 4]",
               hyper_spread(g, {input({8, 4, 1, 1}), x, gains, nullptr}));
  CHECK_THROWS(GraphError, "expected shape [4, 4, 3], got t: F32 [4, 3]",
               hyper_spread(g, {input({8, 3, 1, 1}), x, gains, gains}));
}

}  // namespace ops_hyper_streams_test

void test_ops_hyper_streams(TestTable& tests) {
  using namespace ops_hyper_streams_test;
  tests.add("ops_hyper_streams", "merges", merges);
  tests.add("ops_hyper_streams", "merges with gates", merges_with_gates);
  tests.add("ops_hyper_streams", "spreads", spreads);
  tests.add("ops_hyper_streams", "refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern
