#include "models/blocks/decoder.h"

namespace tern {
namespace model_maple {

/// Norms of queries and keys, a sliding window in some layers and rope in those only, and experts
/// with a limited activation.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const std::vector<bool> sliding = model.sliding_layers(0);
  const Rotary near = model.sliding_rotary(RopeMode::neox);
  const auto limits = model.metadata.numbers_or("swiglu_clamp_exp", model.h.layers, 0.0f);
  return model.decoder([&](LayerLoader& load) {
    const bool slides = sliding[load.index];
    AttentionOptions options{.qk_norm = QkNorm::heads};
    if (slides) options.window = model.sliding_window();
    if (slides) options.rotary = near;
    Attention attention = load.attention(options);
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(attention);
    layer.ffn_norm = load.norm("ffn_norm");
    Experts experts = load.experts({.file_scale = false});
    experts.limit = limits[load.index];
    experts.limit_where = GateLimit::before_silu;
    layer.ffn = make_block(experts);
    return layer;
  });
}

ModelSample sample() {
  return {.values = {{"attention.sliding_window_pattern", {1, 0}}, {"swiglu_clamp_exp", 10.0f}}};
}

}  // namespace model_maple

void register_model_maple(ModelTable& table) {
  table.add("maple", model_maple::load, model_maple::sample());
}

}  // namespace tern
