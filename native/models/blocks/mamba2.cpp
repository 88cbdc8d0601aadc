#include "models/blocks/mamba2.h"

#include "core/ops/glu.h"
#include "core/ops/unary.h"
#include "models/blocks/states.h"
#include "ops/binary.h"
#include "ops/copy.h"
#include "ops/glu.h"
#include "ops/layout.h"
#include "ops/unary.h"

namespace tern {
namespace blocks_mamba2 {

/// Elements of the convolution: channels, b and c.
std::int64_t width(const SsmSizes& s) { return s.inner + 2 * s.groups * s.state; }

Tensor* slice(Graph& graph, Tensor* x, std::int64_t first, std::int64_t count) {
  return view(graph, x, {count, x->shape[1], x->shape[2], 1}, x->stride, row_bytes(x->type, first));
}

/// Scan and what goes around it; `mixed`: channels, b and c.
Tensor* run(const StepContext& step, const Mamba2& m, Tensor* mixed, Tensor* dt) {
  Graph& graph = step.graph;
  const SsmSizes& s = m.sizes;
  Tensor* x = take_heads(step, mixed, s.inner / s.rank, s.rank, 0);
  const SsmScan scan{.x = x,
                     .dt = add(graph, cont(graph, dt), m.step_bias),
                     .decay = m.decay,
                     .b = take_heads(step, mixed, s.state, s.groups, s.inner),
                     .c = take_heads(step, mixed, s.state, s.groups, s.inner + s.groups * s.state)};
  Tensor* y = run_scan(step, m.slot, scan);
  return add(graph, y, mul(graph, x, m.skip));
}

Tensor* norm_groups(Graph& graph, const Mamba2& m, Tensor* y) {
  if (!m.norm) return y;
  const std::int64_t groups = m.sizes.groups;
  const Shape shape{m.sizes.inner / groups, groups, y->shape[2], y->shape[3]};
  return apply(graph, m.norm, reshape(graph, y, shape));
}

}  // namespace blocks_mamba2

Mamba2 load_mamba2(LayerLoader& load, const SsmSizes& s) {
  const std::int64_t width = blocks_mamba2::width(s);
  Mamba2 m;
  m.sizes = s;
  m.input = load.linear("ssm_in", load.h.embedding, s.inner + width + s.rank);
  m.convolution = load_short_convolution(load, "ssm_conv1d", s.window, width);
  m.step_bias = load.tensor("ssm_dt.bias", {s.rank, 1, 1, 1});
  m.decay = load.tensor("ssm_a", {1, s.rank, 1, 1});
  m.skip = load.tensor("ssm_d", {1, s.rank, 1, 1});
  if (Tensor* weight = load.find_tensor("ssm_norm.weight", {s.inner / s.groups, s.groups, 1, 1})) {
    m.norm = bare_norm(load.model.norm);
    m.norm.weight = weight;
  }
  m.output = load.linear("ssm_out", s.inner, load.h.embedding);
  m.slot = load.add_state(MemoryKind::recurrent, s.state * s.inner);
  return m;
}

Tensor* apply(const StepContext& step, const Mamba2& m, Tensor* x) {
  Graph& graph = step.graph;
  const SsmSizes& s = m.sizes;
  const std::int64_t width = blocks_mamba2::width(s);
  Tensor* all = by_sequence(step, apply(graph, m.input, x));
  Tensor* mixed = apply(step, m.convolution, blocks_mamba2::slice(graph, all, s.inner, width));
  mixed = unary(graph, silu_op, mixed);
  Tensor* dt = blocks_mamba2::slice(graph, all, s.inner + width, s.rank);
  Tensor* y = blocks_mamba2::run(step, m, mixed, dt);
  Tensor* gate = take_heads(step, all, s.inner / s.rank, s.rank, 0);
  y = glu(graph, swiglu_op, cont(graph, gate), y);
  y = blocks_mamba2::norm_groups(graph, m, y);
  return apply(graph, m.output, reshape(graph, y, {s.inner, step.count, 1, 1}));
}

}  // namespace tern
