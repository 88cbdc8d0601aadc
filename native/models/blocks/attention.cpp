#include "models/blocks/attention.h"

#include <cmath>
#include <cstring>
#include <vector>

#include "ops/binary.h"
#include "ops/copy.h"
#include "ops/layout.h"
#include "ops/parametric.h"
#include "ops/scale.h"
#include "ops/unary.h"

namespace tern {
namespace blocks_attention {

Tensor* split_heads(Graph& graph, Tensor* x, std::int64_t head, std::int64_t heads) {
  return reshape(graph, x, {head, heads, x->shape[1], 1});
}

/// Norms over all heads come before the cut into heads.
Tensor* norm_row(Graph& graph, const Attention& a, const Norm& norm, Tensor* x) {
  return a.qk_norm == QkNorm::rows ? apply(graph, norm, x) : x;
}

Tensor* project(Graph& graph, const Attention& a, const Linear& linear, Tensor* x) {
  Tensor* y = apply(graph, linear, x);
  return a.clamp > 0.0f ? clamp(graph, y, -a.clamp, a.clamp) : y;
}

/// Queries and their gates lie head by head behind each other.
Qkv project_with_gate(Graph& graph, const Attention& a, Tensor* x) {
  const Hparams& s = a.sizes;
  Tensor* both = split_heads(graph, project(graph, a, a.query, x), 2 * s.head_k, s.heads);
  const Shape shape{s.head_k, s.heads, x->shape[1], 1};
  Tensor* q = view(graph, both, shape, both->stride, 0);
  Tensor* gate = view(graph, both, shape, both->stride, row_bytes(both->type, s.head_k));
  Tensor* k = norm_row(graph, a, a.key_norm, project(graph, a, a.key, x));
  Tensor* v = project(graph, a, a.value, x);
  gate = reshape(graph, cont(graph, gate), {s.head_k * s.heads, x->shape[1], 1, 1});
  return {q, split_heads(graph, k, s.head_k, s.heads_kv),
          split_heads(graph, v, s.head_v, s.heads_kv), gate};
}

Qkv project_apart(Graph& graph, const Attention& a, Tensor* x) {
  const Hparams& s = a.sizes;
  Tensor* q = norm_row(graph, a, a.query_norm, project(graph, a, a.query, x));
  Tensor* k = norm_row(graph, a, a.key_norm, project(graph, a, a.key, x));
  Tensor* v = project(graph, a, a.value, x);
  return {split_heads(graph, q, s.head_k, s.heads), split_heads(graph, k, s.head_k, s.heads_kv),
          split_heads(graph, v, s.head_v, s.heads_kv), nullptr};
}

Qkv project_parts(Graph& graph, const Attention& a, Tensor* x) {
  return a.joint_gate ? project_with_gate(graph, a, x) : project_apart(graph, a, x);
}

/// A part of each row of a fused projection, cut into heads.
Tensor* take_heads(Graph& graph, Tensor* x, std::int64_t head, std::int64_t heads,
                   std::int64_t first_element) {
  const std::size_t head_bytes = row_bytes(x->type, head);
  const Strides stride{x->stride[0], head_bytes, x->stride[1], x->stride[2]};
  return view(graph, x, {head, heads, x->shape[1], 1}, stride, row_bytes(x->type, first_element));
}

Qkv project_fused(Graph& graph, const Attention& a, Tensor* x) {
  const Hparams& s = a.sizes;
  Tensor* all = project(graph, a, a.qkv, x);
  return {take_heads(graph, all, s.head_k, s.heads, 0),
          take_heads(graph, all, s.head_k, s.heads_kv, s.heads * s.head_k),
          take_heads(graph, all, s.head_v, s.heads_kv, (s.heads + s.heads_kv) * s.head_k), nullptr};
}

Tensor* finish(const StepContext& step, const Attention& a, const Norm& norm, Tensor* x) {
  const bool by_head = a.qk_norm == QkNorm::heads;
  if (by_head && !a.norm_after_rope) x = apply(step.graph, norm, x);
  if (a.rotary) x = apply(step, *a.rotary, x);
  if (by_head && a.norm_after_rope) x = apply(step.graph, norm, x);
  return x;
}

Tensor* weigh(Graph& graph, const Attention& a, Tensor* x, Tensor* y) {
  Tensor* gate = unary(graph, *a.gate_op, apply(graph, a.gate, x));
  if (gate->shape[0] == y->shape[0]) return mul(graph, y, gate);
  const Hparams& s = a.sizes;
  Tensor* heads = reshape(graph, y, {s.head_v, s.heads, y->shape[1], 1});
  heads = mul(graph, heads, reshape(graph, gate, {1, s.heads, y->shape[1], 1}));
  return reshape(graph, heads, y->shape);
}

}  // namespace blocks_attention

Tensor* heat(const StepContext& step, const Temperature& t, Tensor* queries) {
  const auto fill = [t](std::span<const BatchEntry> entries, std::span<std::byte> bytes) {
    std::vector<float> factors;
    for (const BatchEntry& entry : entries) {
      const float steps = std::floor((static_cast<float>(entry.position) + t.offset) / t.length);
      factors.push_back(1.0f + t.scale * std::log(steps + 1.0f));
    }
    std::memcpy(bytes.data(), factors.data(), bytes.size());
  };
  Tensor* factors = step.input(Type::f32, {1, 1, step.count, 1}, "temperatures", fill);
  return mul(step.graph, queries, factors);
}

Qkv make_qkv(const StepContext& step, const Attention& a, Tensor* x) {
  using namespace blocks_attention;
  Qkv qkv = a.fused ? project_fused(step.graph, a, x) : project_parts(step.graph, a, x);
  qkv.queries = finish(step, a, a.query_norm, qkv.queries);
  qkv.keys = finish(step, a, a.key_norm, qkv.keys);
  if (a.temperature) qkv.queries = heat(step, *a.temperature, qkv.queries);
  if (a.query_scale != 1.0f) qkv.queries = scale(step.graph, qkv.queries, a.query_scale);
  return qkv;
}

Tensor* apply(const StepContext& step, const Attention& a, Tensor* x) {
  return apply(step, a, x, nullptr);
}

Tensor* apply(const StepContext& step, const Attention& a, Tensor* x, Tensor* mask) {
  Graph& graph = step.graph;
  const Qkv qkv = make_qkv(step, a, x);
  Tensor* y = attend(step, a.slots, a.attend, qkv, mask);
  if (qkv.gate != nullptr) y = mul(graph, y, unary(graph, *a.gate_op, qkv.gate));
  if (a.gate.weight != nullptr) y = blocks_attention::weigh(graph, a, x, y);
  y = apply(graph, a.output, apply(graph, a.output_norm, y));
  return a.result_scale != 1.0f ? scale(graph, y, a.result_scale) : y;
}

}  // namespace tern
