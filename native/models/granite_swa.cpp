#include "models/blocks/decoder.h"

namespace tern {
namespace model_granite_swa {

/// Like granite; some layers have a sliding window, some no rope, and all may have sinks.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.load_scales();
  const Rotary rotary = model.rotary_with_divisors(RopeMode::normal);
  const std::vector<bool> sliding = model.sliding_layers(0);
  const auto turned = model.metadata.integers_or("attention.rope_pattern", model.h.layers, 1);
  return model.decoder([&](LayerLoader& load) {
    AttentionOptions options{.sinks = true};
    if (turned[load.index] != 0) options.rotary = rotary;
    if (sliding[load.index]) options.window = model.sliding_window();
    const std::int64_t shared = model.metadata.integer_or("expert_shared_feed_forward_length", 0);
    DecoderLayer layer =
        load.pre_norm({.mixer = make_block(load.attention(options)),
                       .ffn = model.experts == 0
                                  ? make_block(load.ffn({.scale_use = ScaleUse::none}))
                                  : make_block(load.experts({.file_scale = false,
                                                             .shared_width = shared,
                                                             .shared_gating = Ffn::Gate::fused}))});
    layer.residual_scale = scale_or_one(model.metadata, "residual_scale");
    return layer;
  });
}

ModelSample sample() {
  return {.values = {{"attention.sliding_window_pattern", {1, 0}}},
          .unlike = {"attn_output.bias", "ffn_gate.bias", "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_granite_swa

void register_model_granite_swa(ModelTable& table) {
  table.add("granite_swa", model_granite_swa::load, model_granite_swa::sample());
}

}  // namespace tern
