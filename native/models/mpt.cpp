#include "models/blocks/decoder.h"

namespace tern {
namespace model_mpt {

/// Layer norms, ALiBi or learned positions, clamped queries, keys and values, GELU.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::layer);
  if (model.weights.has("position_embd.weight"))
    model.embedding = load_embedding_with_positions(model.weights, model.h);
  const AttentionOptions attention{
      .max_bias = model.metadata.number_or("attention.max_alibi_bias", 0.0f),
      .clamp = model.metadata.number_or("attention.clamp_kqv", 0.0f)};
  model.shape.distances = attention.max_bias > 0.0f;
  return model.decoder([&](LayerLoader& load) {
    Attention block = load.attention(attention);
    const std::int64_t width = load.h.heads * load.h.head_k;
    block.query_norm = load.find_norm("attn_q_norm", width);
    if (block.query_norm) {
      block.qk_norm = QkNorm::rows;
      block.key_norm = load.norm("attn_k_norm", load.h.heads_kv * load.h.head_k);
    }
    Ffn ffn = load.ffn(
        {.activation = Activation::gelu, .gate = Ffn::Gate::none, .scale_use = ScaleUse::none});
    ffn.divisors = model.weights.find(load.prefix + "ffn.act.scales", {load.h.ffn, 1, 1, 1});
    return load.pre_norm({.mixer = make_block(block), .ffn = make_block(ffn)});
  });
}

ModelSample sample() {
  return {.unlike = {"attn_qkv.bias", "attn_qkv.weight", "attn_output.bias", "_norm.bias",
                     "attn_q_norm.weight", "attn_k_norm.weight", "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_mpt

void register_model_mpt(ModelTable& table) {
  table.add("mpt", model_mpt::load, model_mpt::sample());
}

}  // namespace tern
