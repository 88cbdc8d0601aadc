#include <cmath>

#include "models/blocks/decoder.h"

namespace tern {
namespace model_gemma_embedding {

/// Like gemma3, as an encoder: tokens of five layers in six see those near them only.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.is_encoder = true;
  model.shape.causal = false;
  model.embedding = load_embedding(model.weights, model.h);
  model.embedding.scale = std::sqrt(static_cast<float>(model.h.embedding));
  model.head.norm = load_norm(model.weights, "output_norm", model.h.embedding, model.norm);
  const std::vector<bool> near_only = model.sliding_layers(6);
  const Rotary far = model.rotary(RopeMode::neox);
  Rotary near = model.sliding_rotary(RopeMode::neox, 10000.0f);
  near.params.frequency_scale = 1.0f;
  const Window window{Window::Kind::symmetric, model.metadata.positive("attention.sliding_window")};
  return model.decoder([&](LayerLoader& load) {
    const bool is_near = near_only[load.index];
    AttentionOptions options{
        .rotary = is_near ? near : far, .qk_norm = QkNorm::heads, .output_bias = false};
    if (is_near) options.window = window;
    Attention attention = load.attention(options);
    attention.attend.scale = 1.0f;
    attention.query_scale = 1.0f / std::sqrt(static_cast<float>(load.h.head_k));
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(attention);
    layer.attention_post_norm = load.norm("post_attention_norm");
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = make_block(
        load.ffn({.activation = Activation::gelu, .scale_use = ScaleUse::none, .biases = false}));
    layer.ffn_post_norm = load.norm("post_ffw_norm");
    return layer;
  });
}

}  // namespace model_gemma_embedding

void register_model_gemma_embedding(ModelTable& table) {
  table.add("gemma-embedding", model_gemma_embedding::load,
            {.values = {{"attention.causal", false}}});
}

}  // namespace tern
