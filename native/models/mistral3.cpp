#include "models/blocks/decoder.h"

namespace tern {
namespace model_mistral3 {

/// Like llama; queries grow with the position where the file says so.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary_with_divisors(RopeMode::normal);
  const float growth = model.metadata.number_or("attention.temperature_scale", 0.0f);
  return model.decoder([&](LayerLoader& load) {
    Attention attention = load.attention({.rotary = rotary});
    const auto length = static_cast<float>(rotary.params.original_context);
    if (growth != 0.0f) attention.temperature = {.scale = growth, .length = length};
    return load.pre_norm({.mixer = make_block(attention),
                          .ffn = model.experts == 0 ? make_block(load.ffn())
                                                    : make_block(load.experts(
                                                          {.file_scale = false, .scales = true}))});
  });
}

ModelSample sample() {
  return {.unlike = {"attn_output.bias", "ffn_gate.bias", "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_mistral3

void register_model_mistral3(ModelTable& table) {
  table.add("mistral3", model_mistral3::load, model_mistral3::sample());
}

}  // namespace tern
