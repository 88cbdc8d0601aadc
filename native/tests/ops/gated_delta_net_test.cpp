#include "ops/gated_delta_net.h"

#include <cmath>

#include "ops/copy.h"
#include "tern/error.h"
#include "tests/support/recurrence.h"

namespace tern {
namespace ops_gated_delta_net_test {

struct Case {
  std::int64_t keys, values, key_heads, heads, tokens, sequences;
  bool gate_per_key;
  std::int64_t snapshots = 1;
};

struct Values {
  std::vector<float> q, k, v, gate, beta, states;
};

/// Keys of length one and beta from 0 to 1, as models make them: then states do not grow.
Values values(const Case& c) {
  const auto some = [](std::int64_t n, unsigned seed, float scale = 1.0f) {
    auto floats = random_floats(static_cast<std::size_t>(n), seed);
    for (float& value : floats) value *= scale;
    return floats;
  };
  const std::int64_t rows = c.tokens * c.sequences;
  const float unit = 1.0f / std::sqrt(static_cast<float>(c.keys));
  Values v{some(c.keys * c.key_heads * rows, 1),
           some(c.keys * c.key_heads * rows, 2, unit),
           some(c.values * c.heads * rows, 3),
           some((c.gate_per_key ? c.keys : 1) * c.heads * rows, 4),
           some(c.heads * rows, 5),
           some(c.keys * c.values * c.heads * c.sequences, 6)};
  for (float& gate : v.gate) gate = -std::fabs(gate);
  for (float& beta : v.beta) beta = 1.0f / (1.0f + std::exp(-beta));
  return v;
}

std::vector<double> step_of(const Case& c, const Values& v, const WalkStep& step) {
  const std::int64_t key_row =
      (step.sequence * c.tokens + step.token) * c.key_heads + step.head % c.key_heads;
  const auto key = static_cast<std::size_t>(key_row * c.keys);
  const auto keys = static_cast<std::size_t>(c.keys);
  std::vector<double> output;
  for (std::size_t j = 0; j < static_cast<std::size_t>(c.values); ++j) {
    double* row = &step.state[j * keys];
    double read = 0.0;
    for (std::size_t i = 0; i < keys; ++i) {
      const float gate = c.gate_per_key ? v.gate[step.channel(c.keys) + i] : v.gate[step.row()];
      row[i] *= std::exp(static_cast<double>(gate));
      read += row[i] * v.k[key + i];
    }
    const double change = (v.v[step.channel(c.values) + j] - read) * v.beta[step.row()];
    double sum = 0.0;
    for (std::size_t i = 0; i < keys; ++i) {
      row[i] += change * v.k[key + i];
      sum += row[i] * v.q[key + i];
    }
    output.push_back(sum / std::sqrt(static_cast<double>(c.keys)));
  }
  return output;
}

GatedDeltaNet operands(GraphRunner& runner, const Case& c, const Values& v) {
  const Shape key{c.keys, c.key_heads, c.tokens, c.sequences};
  return {
      .q = runner.floats(key, v.q),
      .k = runner.floats(key, v.k),
      .v = runner.floats({c.values, c.heads, c.tokens, c.sequences}, v.v),
      .gate = runner.floats({c.gate_per_key ? c.keys : 1, c.heads, c.tokens, c.sequences}, v.gate),
      .beta = runner.floats({1, c.heads, c.tokens, c.sequences}, v.beta),
      .states = runner.floats({c.keys, c.values, c.heads, c.sequences}, v.states)};
}

std::vector<float> reference(const Case& c, const Values& v) {
  const std::int64_t kept = std::min(c.snapshots, c.tokens);
  return walk({c.values, c.heads, c.tokens, c.sequences, c.keys * c.values, kept}, v.states, {},
              [&](const WalkStep& step) { return step_of(c, v, step); });
}

void compare(const Case& c) {
  const Values v = values(c);
  GraphRunner runner(3);
  const Recurrence net = gated_delta_net(runner.graph(), operands(runner, c, v), c.snapshots);
  CHECK_ALL_NEAR(compute_both(runner, net), reference(c, v), 2e-5);
}

void agrees_with_a_gate_per_head() {
  compare({32, 32, 2, 2, 1, 1, false});
  compare({16, 16, 2, 6, 5, 3, false});
  compare({128, 128, 1, 2, 3, 1, false});
  compare({9, 5, 1, 3, 4, 2, false});
}

void agrees_with_a_gate_per_key() {
  compare({32, 32, 2, 2, 1, 1, true});
  compare({16, 16, 2, 6, 5, 3, true});
  compare({9, 5, 1, 3, 4, 2, true});
}

void keeps_snapshots() {
  compare({16, 16, 2, 4, 7, 3, false, 2});
  compare({16, 16, 2, 4, 7, 3, true, 4});
  compare({16, 16, 2, 4, 3, 3, false, 4});
  compare({16, 16, 2, 4, 1, 3, false, 4});
}

/// As models do: snapshot i of all sequences goes to group i of a cache.
void copies_snapshots_into_a_cache() {
  const Case c{8, 8, 2, 4, 5, 2, false, 3};
  const Values v = values(c);
  const std::int64_t state = c.keys * c.values * c.heads;
  constexpr std::int64_t slots = 4;
  GraphRunner runner(2);
  Graph& g = runner.graph();
  const Recurrence net = gated_delta_net(g, operands(runner, c, v), c.snapshots);
  Tensor* cache = runner.floats({state, slots, c.snapshots, 1},
                                std::vector<float>(static_cast<std::size_t>(state * slots * 3)));
  Tensor* part =
      view(g, cache, {state, c.sequences, c.snapshots, 1}, cache->stride, cache->stride[1]);
  Tensor* snapshots = reshape(g, net.states, {state, c.sequences, c.snapshots, 1});
  const auto result = runner.compute(copy(g, snapshots, part));
  const auto expected = reference(c, v);
  CHECK_ALL_NEAR(result, std::span(expected).last(result.size()), 2e-5);
}

void refuses_what_does_not_fit() {
  const Case c{8, 8, 2, 4, 3, 2, false};
  const Values v = values(c);
  GraphRunner runner;
  Graph& g = runner.graph();
  const GatedDeltaNet right = operands(runner, c, v);
  const auto floats = [&](const Shape& shape) { return g.input(Type::f32, shape, "t"); };
  CHECK_THROWS(GraphError, "[gated_delta_net] expected at least one snapshot, got -1",
               gated_delta_net(g, right, -1));
  GatedDeltaNet net = right;
  net.q = net.k = floats({8, 3, 3, 2});
  CHECK_THROWS(GraphError, "expected key heads that divide 4 heads, got t: F32 [8, 3, 3, 2]",
               gated_delta_net(g, net));
  net = right;
  net.k = floats({8, 2, 4, 2});
  CHECK_THROWS(GraphError, "expected shape [8, 2, 3, 2], got t: F32 [8, 2, 4, 2]",
               gated_delta_net(g, net));
  net = right;
  net.gate = floats({4, 4, 3, 2});
  CHECK_THROWS(GraphError, "expected shape [8, 4, 3, 2], got t: F32 [4, 4, 3, 2]",
               gated_delta_net(g, net));
  net = right;
  net.beta = floats({8, 4, 3, 2});
  CHECK_THROWS(GraphError, "expected shape [1, 4, 3, 2]", gated_delta_net(g, net));
  net = right;
  net.states = floats({8, 8, 4, 1});
  CHECK_THROWS(GraphError, "expected shape [8, 8, 4, 2], got t: F32 [8, 8, 4]",
               gated_delta_net(g, net));
  net.states = permute(g, floats({8, 8, 4, 2}), {1, 0, 2, 3});
  CHECK_THROWS(GraphError, "expected a contiguous tensor", gated_delta_net(g, net));
}

}  // namespace ops_gated_delta_net_test

void test_ops_gated_delta_net(TestTable& tests) {
  using namespace ops_gated_delta_net_test;
  const auto add = [&](const char* name, void (*body)()) {
    tests.add("ops_gated_delta_net", name, body);
  };
  add("agrees with a gate per head", agrees_with_a_gate_per_head);
  add("agrees with a gate per key", agrees_with_a_gate_per_key);
  add("keeps snapshots", keeps_snapshots);
  add("copies snapshots into a cache", copies_snapshots_into_a_cache);
  add("refuses what does not fit", refuses_what_does_not_fit);
}

}  // namespace tern
