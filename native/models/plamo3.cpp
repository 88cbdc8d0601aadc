#include "models/blocks/decoder.h"

namespace tern {
namespace model_plamo3 {

/// Norms of queries and keys and around both parts; most layers have a sliding window with a rope
/// of its own.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const bool windows = model.metadata.integer_or("attention.sliding_window", 0) > 0;
  const std::vector<bool> sliding = model.sliding_layers(8);
  const Rotary far = model.rotary(RopeMode::neox);
  const Rotary near = model.sliding_rotary(RopeMode::neox, 10000.0f);
  return model.decoder([&](LayerLoader& load) {
    const bool slides = windows && sliding[load.index];
    AttentionOptions options{.rotary = slides ? near : far, .qk_norm = QkNorm::heads};
    if (slides) options.window = model.sliding_window();
    Attention attention = load.attention(options);
    attention.qkv.scale = nullptr;
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(attention);
    layer.attention_post_norm = load.plain_norm("post_attention_norm");
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = make_block(load.ffn({.gate = Ffn::Gate::fused, .scale_use = ScaleUse::none}));
    layer.ffn_post_norm = load.plain_norm("post_ffw_norm");
    return layer;
  });
}

}  // namespace model_plamo3

void register_model_plamo3(ModelTable& table) {
  table.add("plamo3", model_plamo3::load, {.unlike = {"attn_qkv.weight"}});
}

}  // namespace tern
