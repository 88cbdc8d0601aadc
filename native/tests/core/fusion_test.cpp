#include "core/fusion.h"

#include <algorithm>

#include "core/allocator.h"
#include "ops/binary.h"
#include "ops/layout.h"
#include "ops/norm.h"
#include "tests/support/check.h"
#include "tests/support/fused_labels.h"

namespace tern {
namespace core_fusion_test {

constexpr Shape row{8, 1, 1, 1};
constexpr Shape rows{8, 3, 1, 1};

Tensor* input(Graph& graph, const Shape& shape) { return graph.input(Type::f32, shape, "x"); }

void takes_the_longest_pattern() {
  Graph g;
  Tensor* x = rms_norm(g, input(g, rows), 1e-5f);
  add(g, mul(g, x, input(g, row)), input(g, row));
  CHECK_EQUAL(fused_labels(g), "RMS_NORM+MUL+ADD");
  layer_norm(g, mul(g, layer_norm(g, input(g, rows), 1e-5f), input(g, row)), 1e-5f);
  CHECK_EQUAL(fused_labels(g), "RMS_NORM+MUL+ADD NORM+MUL norm");
}

void chains_up_to_seven_additions() {
  Graph g;
  Tensor* x = input(g, rows);
  for (int i = 0; i < 9; ++i) x = add(g, x, input(g, rows));
  CHECK_EQUAL(fused_labels(g), "ADD+ADD+ADD+ADD+ADD+ADD+ADD ADD+ADD");
}

void sees_through_views() {
  Graph g;
  Tensor* x = rms_norm(g, input(g, rows), 1e-5f);
  Tensor* weight = reshape(g, input(g, row), row);
  mul(g, x, weight);
  CHECK_EQUAL(fused_labels(g), "RMS_NORM+MUL");
}

void keeps_results_that_others_read() {
  Graph g;
  Tensor* x = rms_norm(g, input(g, rows), 1e-5f);
  Tensor* y = mul(g, x, input(g, row));
  add(g, y, x);
  CHECK_EQUAL(fused_labels(g), "rms_norm mul add");
  Graph h;
  Tensor* z = rms_norm(h, input(h, rows), 1e-5f);
  h.mark_output(z);
  mul(h, z, input(h, row));
  CHECK_EQUAL(fused_labels(h), "rms_norm mul");
}

void looks_at_layouts() {
  Graph g;
  mul(g, rms_norm(g, input(g, rows), 1e-5f), input(g, {1, 1, 1, 1}));
  CHECK_EQUAL(fused_labels(g), "rms_norm mul");
  Graph h;
  add(h, add(h, input(h, rows), input(h, rows)), input(h, row));
  CHECK_EQUAL(fused_labels(h), "add add");
}

/// A weight and a result of the graph may not lie in one buffer of a device.
void does_not_mix_memories() {
  Graph g;
  Tensor bias;
  bias.shape = rows;
  bias.stride = contiguous_strides(Type::f32, rows);
  add(g, add(g, input(g, rows), &bias), input(g, rows));
  CHECK_EQUAL(fused_labels(g), "add add");
  Graph h;
  add(h, add(h, input(h, rows), &bias), &bias);
  CHECK_EQUAL(fused_labels(h), "ADD+ADD");
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
  CHECK_EQUAL(fused_labels(g), "MUL+SIN+SQR+MUL+ADD");
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
  tests.add("core_fusion", "keeps what a group reads until its end",
            keeps_what_a_group_reads_until_its_end);
  tests.add("core_fusion", "refuses results over what is read", refuses_results_over_what_is_read);
}

}  // namespace tern
