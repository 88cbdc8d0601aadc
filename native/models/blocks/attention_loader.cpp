#include "models/blocks/attention.h"

namespace tern {
namespace blocks_attention_loader {

void load_projections(Weights& weights, const std::string& prefix, ScaleUse use, Attention& a) {
  const Hparams& s = a.sizes;
  const std::int64_t q = s.heads * s.head_k * (a.joint_gate ? 2 : 1);
  const std::int64_t k = s.heads_kv * s.head_k;
  const std::int64_t v = s.heads_kv * s.head_v;
  a.output = load_linear(weights, prefix + "attn_output", s.heads * s.head_v, s.embedding, use);
  a.fused = !a.joint_gate && weights.has(prefix + "attn_qkv.weight");
  if (a.fused) {
    a.qkv = load_linear(weights, prefix + "attn_qkv", s.embedding, q + k + v, use);
    return;
  }
  a.query = load_linear(weights, prefix + "attn_q", s.embedding, q, use);
  a.key = load_linear(weights, prefix + "attn_k", s.embedding, k, use);
  a.value = load_linear(weights, prefix + "attn_v", s.embedding, v, use);
}

void load_qk_norms(Weights& weights, const std::string& prefix, const NormConfig& norm,
                   Attention& a) {
  if (a.qk_norm == QkNorm::none) return;
  const Hparams& s = a.sizes;
  const bool rows = a.qk_norm == QkNorm::rows;
  const std::int64_t q = rows ? s.heads * s.head_k : s.head_k;
  const std::int64_t k = rows ? s.heads_kv * s.head_k : s.head_k;
  a.query_norm = load_norm(weights, prefix + "attn_q_norm", q, norm);
  a.key_norm = load_norm(weights, prefix + "attn_k_norm", k, norm);
}

/// Says how cached keys follow their tokens to other positions.
void make_movable(MemoryLayout& memory, const Attention& a) {
  memory.set_movable(a.slots.values);
  const auto turn = a.rotary ? turn_of(*a.rotary, a.sizes.head_k) : std::nullopt;
  const bool is_plain = !a.norm_after_rope || a.qk_norm == QkNorm::none;
  if (!a.rotary || (turn && is_plain)) memory.set_movable(a.slots.keys, turn);
}

}  // namespace blocks_attention_loader

Attention load_attention(Weights& weights, MemoryLayout& memory, const std::string& prefix,
                         std::int64_t layer, const Hparams& sizes, const NormConfig& norm,
                         const AttentionOptions& options) {
  Attention a;
  a.sizes = sizes;
  a.rotary = options.rotary;
  a.qk_norm = options.qk_norm;
  a.norm_after_rope = options.norm_after_rope;
  a.joint_gate = options.joint_gate;
  a.clamp = options.clamp;
  a.attend.scale = sizes.attention_scale;
  a.attend.softcap = options.softcap;
  a.attend.max_bias = options.max_bias;
  if (options.sinks)
    a.attend.sinks = weights.find(prefix + "attn_sinks.weight", {sizes.heads, 1, 1, 1});
  blocks_attention_loader::load_projections(weights, prefix, options.scale_use, a);
  if (!options.output_bias) a.output.bias = nullptr;
  blocks_attention_loader::load_qk_norms(weights, prefix, norm, a);
  a.slots = add_kv(memory, layer, sizes.heads_kv * sizes.head_k, sizes.heads_kv * sizes.head_v,
                   options.window);
  blocks_attention_loader::make_movable(memory, a);
  return a;
}

}  // namespace tern
