#include "core/fusion.h"
#include "ops/copy.h"
#include "ops/gated_delta_net.h"
#include "ops/layout.h"
#include "ops/norm.h"
#include "tests/support/check.h"
#include "tests/support/fused_labels.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace core_fusion_states_test {

Tensor* input(Graph& graph, const Shape& shape) { return graph.input(Type::f32, shape, "x"); }

GatedDeltaNet small_net(Graph& g) {
  const Shape shape{4, 2, 3, 1};
  return {.q = input(g, shape),
          .k = input(g, shape),
          .v = input(g, shape),
          .gate = input(g, {1, 2, 3, 1}),
          .beta = input(g, {1, 2, 3, 1}),
          .states = input(g, {4, 4, 2, 1})};
}

/// A delta net with `snapshots` states of 32 floats, of which one copy takes `taken`.
Recurrence net_with_copy(Graph& g, std::int64_t snapshots, std::int64_t taken) {
  const Recurrence net = gated_delta_net(g, small_net(g), snapshots);
  const Shape shape{32, taken, 1, 1};
  Tensor* cache = input(g, {32, 4, 1, 1});
  Tensor* from = view(g, net.states, shape, contiguous_strides(Type::f32, shape), 0);
  copy(g, from, view(g, cache, shape, cache->stride, cache->stride[1]));
  return net;
}

void writes_states_into_the_cache() {
  Graph g;
  net_with_copy(g, 1, 1);
  net_with_copy(g, 2, 2);
  CHECK_EQUAL(fused_labels(g), "GATED_DELTA_NET+CPY GATED_DELTA_NET+CPY");
  Graph some;
  net_with_copy(some, 2, 1);
  CHECK_EQUAL(fused_labels(some), "gated_delta_net copy");
}

void keeps_states_that_others_read() {
  Graph read;
  rms_norm(read, net_with_copy(read, 1, 1).states, 1e-5f);
  CHECK_EQUAL(fused_labels(read), "gated_delta_net copy rms_norm");
  Graph shown;
  shown.mark_output(net_with_copy(shown, 1, 1).states);
  CHECK_EQUAL(fused_labels(shown), "gated_delta_net copy");
  Graph outputs;
  const Recurrence net = net_with_copy(outputs, 1, 1);
  outputs.mark_output(net.outputs);
  rms_norm(outputs, net.outputs, 1e-5f);
  CHECK_EQUAL(fused_labels(outputs), "GATED_DELTA_NET+CPY rms_norm");
}

void keeps_caches_that_the_net_reads() {
  Graph g;
  const GatedDeltaNet net = small_net(g);
  const Recurrence result = gated_delta_net(g, net);
  copy(g, result.states, net.states);
  CHECK_EQUAL(fused_labels(g), "gated_delta_net copy");
}

/// A cache for two sequences with two states of 32 floats each, and gaps between them.
std::vector<float> compute_cache(bool fused) {
  GraphRunner runner(2);
  Graph& g = runner.graph();
  runner.fusion().set_enabled(fused);
  const auto random = [&](const Shape& shape, unsigned seed) { return runner.random(shape, seed); };
  const Recurrence net = gated_delta_net(g,
                                         {.q = random({4, 2, 3, 2}, 1),
                                          .k = random({4, 2, 3, 2}, 2),
                                          .v = random({4, 2, 3, 2}, 3),
                                          .gate = random({1, 2, 3, 2}, 4),
                                          .beta = random({1, 2, 3, 2}, 5),
                                          .states = random({4, 4, 2, 2}, 6)},
                                         2);
  Tensor* cache = random({80, 2, 1, 1}, 7);
  const Shape all{32, 2, 2, 1};
  Tensor* to = view(g, cache, all, {4, 320, 160, 320}, 8);
  copy(g, reshape(g, net.states, all), to);
  CHECK_EQUAL(fused_labels(g), "GATED_DELTA_NET+CPY");
  return runner.compute(cache);
}

void cpu_caches_the_same_fused() {
  const auto unfused = compute_cache(false);
  CHECK(compute_cache(true) == unfused);
}

}  // namespace core_fusion_states_test

void test_core_fusion_states(TestTable& tests) {
  using namespace core_fusion_states_test;
  tests.add("core_fusion_states", "writes states into the cache", writes_states_into_the_cache);
  tests.add("core_fusion_states", "keeps states that others read", keeps_states_that_others_read);
  tests.add("core_fusion_states", "keeps caches that the net reads",
            keeps_caches_that_the_net_reads);
  tests.add("core_fusion_states", "cpu caches the same fused", cpu_caches_the_same_fused);
}

}  // namespace tern
