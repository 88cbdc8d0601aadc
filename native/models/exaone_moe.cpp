#include "models/blocks/decoder.h"

namespace tern {
namespace model_exaone_moe {

/// Norms of queries and keys, a sliding window in most layers and rope in those only, and a shared
/// expert.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const std::vector<bool> sliding = model.sliding_layers(4);
  const Rotary near = model.rotary_with_divisors(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    const bool slides = sliding[load.index];
    AttentionOptions options{.qk_norm = QkNorm::heads};
    if (slides) options.window = model.sliding_window();
    if (slides) options.rotary = near;
    Attention attention = load.attention(options);
    return load.pre_norm({.mixer = make_block(attention), .ffn = load.experts_behind_dense()});
  });
}

}  // namespace model_exaone_moe

void register_model_exaone_moe(ModelTable& table) {
  table.add("exaone-moe", model_exaone_moe::load, {.unlike = {"exp_probs_b.bias"}});
}

}  // namespace tern
