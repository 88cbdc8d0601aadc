#include "core/fusion.h"

#include <thread>

#include "core/allocator.h"
#include "core/fusion_control.h"
#include "ops/binary.h"
#include "ops/copy.h"
#include "ops/gated_delta_net.h"
#include "ops/layout.h"
#include "ops/norm.h"
#include "tests/support/check.h"
#include "tests/support/graph_runner.h"

namespace tern {
namespace core_fusion_test {

constexpr Shape row{8, 1, 1, 1};
constexpr Shape rows{8, 3, 1, 1};

/// The labels of all steps; single nodes by their op.
std::string labels(const Graph& graph) {
  std::string text;
  for (const FusedStep& step : fuse(graph, all_fusions(), FusionCheck::structural)) {
    text += text.empty() ? "" : " ";
    text += step.pattern != nullptr ? step.pattern->label : std::string(step.result().op->name);
  }
  return text;
}

Tensor* input(Graph& graph, const Shape& shape) { return graph.input(Type::f32, shape, "x"); }

void takes_the_longest_pattern() {
  Graph g;
  Tensor* x = rms_norm(g, input(g, rows), 1e-5f);
  add(g, mul(g, x, input(g, row)), input(g, row));
  CHECK_EQUAL(labels(g), "RMS_NORM+MUL+ADD");
  layer_norm(g, mul(g, layer_norm(g, input(g, rows), 1e-5f), input(g, row)), 1e-5f);
  CHECK_EQUAL(labels(g), "RMS_NORM+MUL+ADD NORM+MUL norm");
}

void chains_up_to_seven_additions() {
  Graph g;
  Tensor* x = input(g, rows);
  for (int i = 0; i < 9; ++i) x = add(g, x, input(g, rows));
  CHECK_EQUAL(labels(g), "ADD+ADD+ADD+ADD+ADD+ADD+ADD ADD+ADD");
}

void sees_through_views() {
  Graph g;
  Tensor* x = rms_norm(g, input(g, rows), 1e-5f);
  Tensor* weight = reshape(g, input(g, row), row);
  mul(g, x, weight);
  CHECK_EQUAL(labels(g), "RMS_NORM+MUL");
}

void keeps_results_that_others_read() {
  Graph g;
  Tensor* x = rms_norm(g, input(g, rows), 1e-5f);
  Tensor* y = mul(g, x, input(g, row));
  add(g, y, x);
  CHECK_EQUAL(labels(g), "rms_norm mul add");
  Graph h;
  Tensor* z = rms_norm(h, input(h, rows), 1e-5f);
  h.mark_output(z);
  mul(h, z, input(h, row));
  CHECK_EQUAL(labels(h), "rms_norm mul");
}

void looks_at_layouts() {
  Graph g;
  mul(g, rms_norm(g, input(g, rows), 1e-5f), input(g, {1, 1, 1, 1}));
  CHECK_EQUAL(labels(g), "rms_norm mul");
  Graph h;
  add(h, add(h, input(h, rows), input(h, rows)), input(h, row));
  CHECK_EQUAL(labels(h), "add add");
}

/// A weight and a result of the graph may not lie in one buffer of a device.
void does_not_mix_memories() {
  Graph g;
  Tensor bias;
  bias.shape = rows;
  bias.stride = contiguous_strides(Type::f32, rows);
  add(g, add(g, input(g, rows), &bias), input(g, rows));
  CHECK_EQUAL(labels(g), "add add");
  Graph h;
  add(h, add(h, input(h, rows), &bias), &bias);
  CHECK_EQUAL(labels(h), "ADD+ADD");
}

void recognises_snakes() {
  static constexpr OpInfo sine{"sin"};
  static constexpr OpInfo square{"sqr"};
  Graph g;
  Tensor* x = input(g, rows);
  Tensor* a = input(g, {1, 3, 1, 1});
  Tensor* ax = mul(g, x, a);
  Tensor* squared = g.node(square, Type::f32, rows, {g.node(sine, Type::f32, rows, {ax})});
  Tensor* scaled = mul(g, squared, input(g, {1, 3, 1, 1}));
  add(g, x, scaled);
  CHECK_EQUAL(labels(g), "MUL+SIN+SQR+MUL+ADD");
}

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
  CHECK_EQUAL(labels(g), "GATED_DELTA_NET+CPY GATED_DELTA_NET+CPY");
  Graph some;
  net_with_copy(some, 2, 1);
  CHECK_EQUAL(labels(some), "gated_delta_net copy");
}

void keeps_states_that_others_read() {
  Graph read;
  rms_norm(read, net_with_copy(read, 1, 1).states, 1e-5f);
  CHECK_EQUAL(labels(read), "gated_delta_net copy rms_norm");
  Graph shown;
  shown.mark_output(net_with_copy(shown, 1, 1).states);
  CHECK_EQUAL(labels(shown), "gated_delta_net copy");
  Graph outputs;
  const Recurrence net = net_with_copy(outputs, 1, 1);
  outputs.mark_output(net.outputs);
  rms_norm(outputs, net.outputs, 1e-5f);
  CHECK_EQUAL(labels(outputs), "GATED_DELTA_NET+CPY rms_norm");
}

void keeps_caches_that_the_net_reads() {
  Graph g;
  const GatedDeltaNet net = small_net(g);
  const Recurrence result = gated_delta_net(g, net);
  copy(g, result.states, net.states);
  CHECK_EQUAL(labels(g), "gated_delta_net copy");
}

void keeps_what_a_group_reads_until_its_end() {
  Graph g;
  Tensor* x = layer_norm(g, input(g, {64, 4, 1, 1}), 1e-5f);
  Tensor* y = mul(g, rms_norm(g, x, 1e-5f), input(g, {64, 1, 1, 1}));
  g.mark_output(add(g, y, input(g, {64, 1, 1, 1})));
  const MemoryPlan plan = plan_memory(g);
  std::vector<std::byte> memory(plan.peak);
  bind_memory(g, plan, memory.data());
  std::size_t fused = 0;
  for (const FusedStep& step : fuse(g, all_fusions(), FusionCheck::full))
    fused = std::max(fused, step.nodes.size());
  CHECK_EQUAL(fused, 3u);
}

void refuses_results_over_what_is_read() {
  Graph g;
  Tensor* x = input(g, {8, 4, 1, 1});
  Tensor* y = mul(g, rms_norm(g, x, 1e-5f), input(g, row));
  std::vector<float> memory(256);
  const auto at = [&](std::size_t i) { return reinterpret_cast<std::byte*>(memory.data() + i); };
  x->data = at(0);
  y->source[0]->data = at(64);
  y->source[1]->data = at(128);
  for (const std::size_t place : {0u, 8u, 32u}) {
    y->data = at(place);
    const bool expected = place != 8u;
    CHECK_EQUAL(fuse(g, all_fusions(), FusionCheck::full).size() == 1, expected);
  }
}

std::vector<float> compute(bool fused) {
  GraphRunner runner(2);
  Graph& g = runner.graph();
  runner.fusion().set_enabled(fused);
  Tensor* x = runner.random({33, 5, 2, 1}, 1);
  x = add(g, mul(g, layer_norm(g, x, 1e-3f), runner.random({33, 1, 1, 1}, 2)),
          runner.random({33, 5, 1, 1}, 3));
  x = mul(g, rms_norm(g, x, 1e-3f), runner.random({33, 1, 2, 1}, 4));
  for (unsigned i = 0; i < 5; ++i) x = add(g, x, runner.random({11, 5, 1, 1}, 5 + i));
  return runner.compute(x);
}

void cpu_computes_the_same_fused() {
  const auto unfused = compute(false);
  CHECK_ALL_NEAR(compute(true), unfused, 1e-5);
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
  CHECK_EQUAL(labels(g), "GATED_DELTA_NET+CPY");
  return runner.compute(cache);
}

void cpu_caches_the_same_fused() {
  const auto unfused = compute_cache(false);
  CHECK(compute_cache(true) == unfused);
}

void counts_what_was_fused() {
  GraphRunner runner;
  FusionControl& control = runner.fusion();
  control.set_enabled(true);
  control.stats_init();
  control.stats_reset();
  compute(true);
  std::string seen;
  for (const FusionCount& count : control.stats_get()) {
    if (count.count != 0)
      seen += std::string(count.label) + "=" + std::to_string(count.count) + " ";
  }
  CHECK_EQUAL(seen, "ADD+ADD+ADD+ADD+ADD=1 NORM+MUL+ADD=1 RMS_NORM+MUL=1 ");
  control.stats_reset();
  compute(false);
  for (const FusionCount& count : control.stats_get()) CHECK_EQUAL(count.count, 0u);
  control.set_enabled(true);
}

void counts_from_many_threads() {
  FusionControl control("test", all_fusions());
  control.stats_init();
  Graph g;
  mul(g, rms_norm(g, input(g, rows), 1e-5f), input(g, row));
  const auto steps = fuse(g, all_fusions(), FusionCheck::structural);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 1000; ++i) control.count(steps[0]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::uint64_t total = 0;
  for (const FusionCount& count : control.stats_get()) total += count.count;
  CHECK_EQUAL(total, 4000u);
}

}  // namespace core_fusion_test

void test_core_fusion(TestTable& tests) {
  using namespace core_fusion_test;
  tests.add("core_fusion", "takes the longest pattern", takes_the_longest_pattern);
  tests.add("core_fusion", "chains up to seven additions", chains_up_to_seven_additions);
  tests.add("core_fusion", "sees through views", sees_through_views);
  tests.add("core_fusion", "keeps results that others read", keeps_results_that_others_read);
  tests.add("core_fusion", "looks at layouts", looks_at_layouts);
  tests.add("core_fusion", "does not mix memories", does_not_mix_memories);
  tests.add("core_fusion", "recognises snakes", recognises_snakes);
  tests.add("core_fusion", "writes states into the cache", writes_states_into_the_cache);
  tests.add("core_fusion", "keeps states that others read", keeps_states_that_others_read);
  tests.add("core_fusion", "keeps caches that the net reads", keeps_caches_that_the_net_reads);
  tests.add("core_fusion", "keeps what a group reads until its end",
            keeps_what_a_group_reads_until_its_end);
  tests.add("core_fusion", "refuses results over what is read", refuses_results_over_what_is_read);
  tests.add("core_fusion", "cpu computes the same fused", cpu_computes_the_same_fused);
  tests.add("core_fusion", "cpu caches the same fused", cpu_caches_the_same_fused);
  tests.add("core_fusion", "counts what was fused", counts_what_was_fused);
  tests.add("core_fusion", "counts from many threads", counts_from_many_threads);
}

}  // namespace tern
