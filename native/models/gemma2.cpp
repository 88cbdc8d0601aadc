#include <cmath>

#include "models/blocks/decoder.h"

namespace tern {
namespace model_gemma2 {

/// Like gemma, with norms around both parts, caps on attention and logits, and a sliding window in
/// every other layer.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.embedding = load_embedding(model.weights, model.h);
  model.embedding.scale = std::sqrt(static_cast<float>(model.h.embedding));
  model.head.softcap = model.metadata.number_or("final_logit_softcapping", 30.0f);
  const float softcap = model.metadata.number_or("attn_logit_softcapping", 50.0f);
  const std::vector<bool> sliding = model.sliding_layers(2);
  const Rotary far = model.rotary(RopeMode::neox);
  const Rotary near = model.sliding_rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    const bool slides = sliding[load.index];
    AttentionOptions options{.rotary = slides ? near : far, .softcap = softcap};
    if (slides) options.window = model.sliding_window(4096);
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

}  // namespace model_gemma2

void register_model_gemma2(ModelTable& table) {
  table.add("gemma2", model_gemma2::load, {.unlike = {"output.weight"}});
}

}  // namespace tern
