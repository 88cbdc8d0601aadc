#include "models/blocks/decoder.h"

namespace tern {
namespace model_olmo2 {

/// Norms over all queries and all keys, and behind both parts instead of before them; layers with a
/// sliding window have a rope that is not stretched.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const std::vector<bool> sliding = model.sliding_layers(4);
  const bool windows = model.metadata.integer_or("attention.sliding_window", 0) > 0;
  const Rotary far = model.rotary(RopeMode::neox);
  Rotary near = far;
  near.params = {.mode = RopeMode::neox, .dims = far.params.dims, .base = far.params.base};
  return model.decoder([&](LayerLoader& load) {
    const bool slides = windows && sliding[load.index];
    AttentionOptions options{.rotary = slides ? near : far, .qk_norm = QkNorm::rows};
    if (slides) options.window = model.sliding_window();
    DecoderLayer layer;
    layer.mixer = make_block(load.attention(options));
    layer.attention_post_norm = load.norm("post_attention_norm");
    layer.ffn = make_block(load.ffn({.scale_use = ScaleUse::none}));
    layer.ffn_post_norm = load.norm("post_ffw_norm");
    return layer;
  });
}

}  // namespace model_olmo2

void register_model_olmo2(ModelTable& table) { table.add("olmo2", model_olmo2::load); }

}  // namespace tern
