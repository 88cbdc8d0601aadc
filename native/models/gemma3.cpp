#include <cmath>

#include "models/blocks/decoder.h"

namespace tern {
namespace model_gemma3 {

/// Like gemma2, with norms of queries and keys and no cap on attention; five of six layers have a
/// sliding window, with a rope of their own.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.embedding = load_embedding(model.weights, model.h);
  model.embedding.scale = std::sqrt(static_cast<float>(model.h.embedding));
  model.head.softcap = model.metadata.number_or("final_logit_softcapping", 0.0f);
  const std::vector<bool> sliding = model.sliding_layers(6);
  const Rotary far = model.rotary(RopeMode::neox);
  Rotary near = model.sliding_rotary(RopeMode::neox, 10000.0f);
  near.params.frequency_scale = 1.0f;
  return model.decoder([&](LayerLoader& load) {
    const bool slides = sliding[load.index];
    AttentionOptions options{.rotary = slides ? near : far, .qk_norm = QkNorm::heads};
    if (slides) options.window = model.sliding_window();
    Attention attention = load.attention(options);
    std::swap(attention.query_scale, attention.attend.scale);
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(attention);
    layer.attention_post_norm = load.norm("post_attention_norm");
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = make_block(load.ffn({.activation = Activation::gelu, .scale_use = ScaleUse::none}));
    layer.ffn_post_norm = load.norm("post_ffw_norm");
    return layer;
  });
}

}  // namespace model_gemma3

void register_model_gemma3(ModelTable& table) { table.add("gemma3", model_gemma3::load); }

}  // namespace tern
