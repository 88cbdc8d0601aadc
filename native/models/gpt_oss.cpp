#include "models/blocks/decoder.h"

namespace tern {
namespace model_gpt_oss {

/// Biases everywhere, sinks, a sliding window in every other layer, and experts.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const std::vector<bool> sliding = model.sliding_layers(2);
  const Rotary far = model.rotary(RopeMode::neox);
  const Rotary near = model.sliding_rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    const bool slides = sliding[load.index];
    AttentionOptions options{.rotary = slides ? near : far, .sinks = true};
    if (slides) options.window = model.sliding_window();
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(load.attention(options));
    layer.ffn_norm = load.norm("post_attention_norm");
    layer.ffn = make_block(load.experts({.activation = Activation::swiglu_oai,
                                         .gating = Gating::softmax_selected,
                                         .normalize = false,
                                         .file_scale = false,
                                         .biases = true}));
    return layer;
  });
}

ModelSample sample() { return {.unlike = {"attn_output.bias", "ffn_gate_inp.bias", "_exps.bias"}}; }

}  // namespace model_gpt_oss

void register_model_gpt_oss(ModelTable& table) {
  table.add("gpt-oss", model_gpt_oss::load, model_gpt_oss::sample());
}

}  // namespace tern
