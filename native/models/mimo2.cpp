#include "models/blocks/decoder.h"

namespace tern {
namespace model_mimo2 {

/// Heads of values may have another size than those of keys; a sliding window and sinks in some
/// layers.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const std::vector<bool> sliding = model.sliding_layers(0);
  const Rotary far = model.rotary(RopeMode::neox);
  const Rotary near = model.sliding_rotary(RopeMode::neox, 10000.0f);
  model.knows_drafts = true;
  model.head.hands_on_normed = false;
  return model.decoder([&](LayerLoader& load) {
    const bool slides = sliding[load.index];
    AttentionOptions options{.rotary = slides ? near : far, .sinks = true};
    if (slides) options.window = model.sliding_window();
    Attention attention = load.attention(options);
    for (Linear* linear : {&attention.qkv, &attention.query, &attention.key, &attention.value})
      linear->bias = linear->scale = nullptr;
    attention.result_scale = scale_or_one(model.metadata, "attention.value_scale");
    return load.pre_norm(
        {.mixer = make_block(attention),
         .ffn = !load.has("ffn_gate_inp.weight")
                    ? make_block(load.ffn({.scale_use = ScaleUse::none}))
                    : make_block(load.experts({.gating = Gating::sigmoid, .file_scale = false}))});
  });
}

ModelSample sample() {
  return {.values = {{"attention.sliding_window_pattern", {1, 0}}},
          .unlike = {"exp_probs_b.bias"},
          .dense = false};
}

}  // namespace model_mimo2

void register_model_mimo2(ModelTable& table) {
  table.add("mimo2", model_mimo2::load, model_mimo2::sample());
}

}  // namespace tern
