#include "models/blocks/decoder.h"

namespace tern {
namespace model_exaone4 {

/// Norms of queries and keys, and behind both parts instead of before them. Large files have layers
/// with a sliding window, and rope in those only.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const bool windows = model.h.layers == 64;
  const std::vector<bool> sliding = model.sliding_layers(4);
  const Rotary rotary = model.rotary_with_divisors(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    AttentionOptions options{.qk_norm = QkNorm::heads};
    const bool slides = windows && sliding[load.index];
    if (slides) options.window = model.sliding_window(4096);
    if (slides || !windows) options.rotary = rotary;
    DecoderLayer layer;
    layer.mixer = make_block(load.attention(options));
    layer.attention_post_norm = load.norm("post_attention_norm");
    layer.ffn = make_block(load.ffn({.scale_use = ScaleUse::none}));
    layer.ffn_post_norm = load.norm("post_ffw_norm");
    return layer;
  });
}

}  // namespace model_exaone4

void register_model_exaone4(ModelTable& table) { table.add("exaone4", model_exaone4::load); }

}  // namespace tern
