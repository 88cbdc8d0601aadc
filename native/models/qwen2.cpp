#include "models/blocks/decoder.h"

namespace tern {
namespace model_qwen2 {

/// Like llama, but rope pairs the halves of a head, and the attention inputs always have biases.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  expect_dense_causal(source.metadata);
  const Hparams h = read_hparams(source.metadata);
  const NormConfig norm = read_norm(source.metadata, NormKind::rms);
  const Rotary rotary = load_rotary(source.metadata, source.weights, h, RopeMode::neox);
  Weights& weights = source.weights;
  return std::make_unique<Decoder>(
      source, h, load_embedding(weights, h), norm, [&](const std::string& prefix) {
        DecoderLayer layer;
        layer.attention_norm = load_norm(weights, prefix + "attn_norm", h.embedding, norm);
        weights.require(prefix + "attn_q.bias", {h.heads * h.head_k, 1, 1, 1});
        weights.require(prefix + "attn_k.bias", {h.heads_kv * h.head_k, 1, 1, 1});
        weights.require(prefix + "attn_v.bias", {h.heads_kv * h.head_v, 1, 1, 1});
        layer.attention = load_attention(weights, prefix, h);
        layer.attention.rotary = rotary;
        layer.ffn_norm = load_norm(weights, prefix + "ffn_norm", h.embedding, norm);
        layer.ffn = load_gated_ffn(weights, prefix, h.embedding, h.ffn, swiglu_op);
        return layer;
      });
}

}  // namespace model_qwen2

void register_model_qwen2(ModelTable& table) { table.add("qwen2", model_qwen2::load); }

}  // namespace tern
