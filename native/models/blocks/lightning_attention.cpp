#include "models/blocks/lightning_attention.h"

#include <cmath>
#include <cstring>

#include "core/ops/unary.h"
#include "core/text.h"
#include "models/blocks/states.h"
#include "ops/binary.h"
#include "ops/copy.h"
#include "ops/gated_linear_attention.h"
#include "ops/layout.h"
#include "ops/repeat.h"
#include "ops/unary.h"

namespace tern {
namespace blocks_lightning_attention {

/// [1, heads]: what each head keeps.
Tensor* kept(const StepContext& step, const LightningAttention& a) {
  const auto fill = [heads = a.heads, scale = a.slope_scale](std::span<const BatchEntry>,
                                                             std::span<std::byte> bytes) {
    std::vector<float> values = lightning_slopes(heads);
    for (float& value : values) value = std::exp(-value * scale);
    std::memcpy(bytes.data(), values.data(), bytes.size());
  };
  return step.input(Type::f32, {1, a.heads, 1, 1}, concat("kept by heads ", a.slot), fill);
}

Tensor* run(const StepContext& step, const LightningAttention& a, Tensor* x) {
  Graph& graph = step.graph;
  const Shape shape{a.size, a.heads, tokens_each(step), step.sequences.count};
  Tensor* all = unary(graph, silu_op, apply(graph, a.qkv, x));
  all = reshape(graph, all, {3 * a.size, a.heads, shape[2], shape[3]});
  const auto third = [&](std::int64_t i) {
    return view(graph, all, shape, all->stride, row_bytes(all->type, i * a.size));
  };
  Tensor* before = load_states(step, a.slot);
  const GatedLinearAttention attention{
      .q = third(0),
      .k = third(1),
      .v = third(2),
      .gate = repeat(graph, kept(step, a), shape),
      .states = reshape(graph, before, {a.size, a.size, a.heads, step.sequences.count})};
  const Recurrence result = gated_linear_attention(graph, attention, 1.0f);
  store_states(step, a.slot, result.states);
  return reshape(graph, result.outputs, {a.size * a.heads, step.count, 1, 1});
}

}  // namespace blocks_lightning_attention

std::vector<float> lightning_slopes(std::int64_t heads) {
  const float first = std::exp2(-std::exp2(3.0f - std::log2(static_cast<float>(heads))));
  std::vector<float> slopes;
  for (std::int64_t i = 0; i < heads; ++i)
    slopes.push_back(std::pow(first, static_cast<float>(i + 1)));
  return slopes;
}

LightningAttention load_lightning_attention(LayerLoader& load) {
  const Hparams& h = load.h;
  const std::int64_t width = h.heads * h.head_k;
  LightningAttention a;
  a.size = h.head_k;
  a.heads = h.heads;
  const auto depth = static_cast<float>(load.index) / static_cast<float>(h.layers - 1);
  a.slope_scale = 1.0f - depth + 1e-5f;
  a.qkv = load.linear("attn_qkv", h.embedding, 3 * width, ScaleUse::none);
  a.gate = load.linear("attn_gate", h.embedding, width, ScaleUse::none);
  a.norm = load.norm("attn_norm_2", width);
  a.output = load.linear("attn_output", width, h.embedding, ScaleUse::none);
  a.slot = load.add_state(MemoryKind::recurrent, a.size * width);
  return a;
}

Tensor* apply(const StepContext& step, const LightningAttention& a, Tensor* x) {
  Graph& graph = step.graph;
  Tensor* y = apply(graph, a.norm, blocks_lightning_attention::run(step, a, x));
  y = mul(graph, y, unary(graph, sigmoid_op, apply(graph, a.gate, x)));
  return apply(graph, a.output, y);
}

}  // namespace tern
