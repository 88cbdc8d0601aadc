#include "models/blocks/mamba.h"

#include "core/ops/glu.h"
#include "core/ops/unary.h"
#include "models/blocks/states.h"
#include "ops/binary.h"
#include "ops/copy.h"
#include "ops/glu.h"
#include "ops/layout.h"
#include "ops/unary.h"

namespace tern {
namespace blocks_mamba {

/// Elements of each row of x [.., tokens, sequences].
Tensor* slice(Graph& graph, Tensor* x, std::int64_t first, std::int64_t count) {
  return view(graph, x, {count, x->shape[1], x->shape[2], 1}, x->stride, row_bytes(x->type, first));
}

Tensor* step_sizes(const StepContext& step, const Mamba& m, Tensor* selected) {
  Graph& graph = step.graph;
  Tensor* dt = slice(graph, selected, 0, m.sizes.rank);
  dt = m.step_norm ? apply(graph, m.step_norm, dt) : cont(graph, dt);
  return apply(graph, m.steps, dt);
}

Tensor* run(const StepContext& step, const Mamba& m, Tensor* x) {
  Graph& graph = step.graph;
  const SsmSizes& s = m.sizes;
  Tensor* selected = apply(graph, m.selection, x);
  Tensor* dt = step_sizes(step, m, selected);
  Tensor* b = take_heads(step, selected, s.state, 1, s.rank);
  Tensor* c = take_heads(step, selected, s.state, 1, s.rank + s.state);
  const SsmScan scan{.x = reshape(graph, x, {1, s.inner, x->shape[1], x->shape[2]}),
                     .dt = dt,
                     .decay = m.decay,
                     .b = apply(graph, m.b_norm, b),
                     .c = apply(graph, m.c_norm, c)};
  return reshape(graph, run_scan(step, m.slot, scan), x->shape);
}

void load_norms(LayerLoader& load, Mamba& m) {
  m.step_norm = load.find_norm("ssm_dt_norm", m.sizes.rank);
  m.b_norm = load.find_norm("ssm_b_norm", m.sizes.state);
  m.c_norm = load.find_norm("ssm_c_norm", m.sizes.state);
}

}  // namespace blocks_mamba

SsmSizes read_ssm_sizes(const Metadata& metadata) {
  return {.window = metadata.positive("ssm.conv_kernel"),
          .inner = metadata.positive("ssm.inner_size"),
          .state = metadata.positive("ssm.state_size"),
          .rank = metadata.positive("ssm.time_step_rank"),
          .groups = metadata.integer_or("ssm.group_count", 0)};
}

Mamba load_mamba(LayerLoader& load, const SsmSizes& s) {
  Mamba m;
  m.sizes = s;
  m.input = load.linear("ssm_in", load.h.embedding, 2 * s.inner);
  m.convolution = load_short_convolution(load, "ssm_conv1d", s.window, s.inner);
  m.selection = load.linear("ssm_x", s.inner, s.rank + 2 * s.state, ScaleUse::none);
  blocks_mamba::load_norms(load, m);
  m.steps = load.linear("ssm_dt", s.rank, s.inner, ScaleUse::none);
  m.decay = load.tensor("ssm_a", {s.state, s.inner, 1, 1});
  m.skip = load.tensor("ssm_d", {s.inner, 1, 1, 1});
  m.output = load.linear("ssm_out", s.inner, load.h.embedding);
  m.slot = load.add_state(MemoryKind::recurrent, s.state * s.inner);
  return m;
}

Tensor* apply(const StepContext& step, const Mamba& m, Tensor* x) {
  Graph& graph = step.graph;
  const std::int64_t inner = m.sizes.inner;
  Tensor* both = by_sequence(step, apply(graph, m.input, x));
  Tensor* channels = blocks_mamba::slice(graph, both, 0, inner);
  channels = unary(graph, silu_op, apply(step, m.convolution, channels));
  Tensor* y = blocks_mamba::run(step, m, channels);
  y = add(graph, y, mul(graph, channels, m.skip));
  y = glu(graph, swiglu_op, cont(graph, blocks_mamba::slice(graph, both, inner, inner)), y);
  return apply(graph, m.output, reshape(graph, y, {inner, step.count, 1, 1}));
}

}  // namespace tern
