#include "models/blocks/decoder.h"

namespace tern {
namespace model_llama {

/// RMS norms, rope on neighbouring elements, SwiGLU; biases where the file has them.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  expect_dense_causal(source.metadata);
  const Hparams h = read_hparams(source.metadata);
  const NormConfig norm = read_norm(source.metadata, NormKind::rms);
  const Rotary rotary = load_rotary(source.metadata, source.weights, h, RopeMode::normal);
  Weights& weights = source.weights;
  return std::make_unique<Decoder>(
      source, h, load_embedding(weights, h), norm, [&](const std::string& prefix) {
        DecoderLayer layer;
        layer.attention_norm = load_norm(weights, prefix + "attn_norm", h.embedding, norm);
        layer.attention = load_attention(weights, prefix, h);
        layer.attention.rotary = rotary;
        layer.ffn_norm = load_norm(weights, prefix + "ffn_norm", h.embedding, norm);
        layer.ffn =
            load_gated_ffn(weights, prefix, h.embedding, h.ffn, swiglu_op, ScaleUse::after_bias);
        return layer;
      });
}

}  // namespace model_llama

void register_model_llama(ModelTable& table) { table.add("llama", model_llama::load); }

}  // namespace tern
