#include "models/blocks/decoder.h"

namespace tern {
namespace model_gpt2 {

/// Learned positions, layer norms, one projection for queries, keys and values, GELU.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  expect_dense_causal(source.metadata);
  const Hparams h = read_hparams(source.metadata);
  const NormConfig norm = read_norm(source.metadata, NormKind::layer);
  Weights& weights = source.weights;
  const Embedding embedding = load_embedding_with_positions(weights, h);
  return std::make_unique<Decoder>(source, h, embedding, norm, [&](const std::string& prefix) {
    DecoderLayer layer;
    layer.attention_norm = load_norm(weights, prefix + "attn_norm", h.embedding, norm);
    layer.attention = load_fused_attention(weights, prefix, h);
    layer.ffn_norm = load_norm(weights, prefix + "ffn_norm", h.embedding, norm);
    layer.ffn = load_plain_ffn(weights, prefix, h.embedding, h.ffn, gelu_op);
    return layer;
  });
}

}  // namespace model_gpt2

void register_model_gpt2(ModelTable& table) { table.add("gpt2", model_gpt2::load); }

}  // namespace tern
