#include "models/blocks/decoder.h"

namespace tern {
namespace model_spark2_5 {

/// Like llama, with GELU, a gate for each head, and a sliding window with a rope of its own in some
/// layers.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const std::vector<bool> sliding = model.sliding_layers(0);
  const Rotary far = model.rotary(RopeMode::neox);
  Rotary near = model.sliding_rotary(RopeMode::neox);
  near.params.dims = static_cast<std::int32_t>(
      model.metadata.positive_or("rope.dimension_count_swa", far.params.dims));
  return model.decoder([&](LayerLoader& load) {
    const bool slides = sliding[load.index];
    AttentionOptions options{.rotary = slides ? near : far};
    if (slides) options.window = model.sliding_window();
    Attention attention = load.attention(options);
    attention.output.bias = nullptr;
    attention.gate = load.linear("attn_gate", load.h.embedding, load.h.heads, ScaleUse::none);
    return load.pre_norm({.mixer = make_block(attention),
                          .ffn = make_block(load.ffn(
                              {.activation = Activation::gelu, .scale_use = ScaleUse::none}))});
  });
}

}  // namespace model_spark2_5

void register_model_spark2_5(ModelTable& table) {
  table.add("spark2_5", model_spark2_5::load,
            {.values = {{"attention.sliding_window_pattern", {1, 0}}}});
}

}  // namespace tern
