#include "models/blocks/decoder.h"

namespace tern {
namespace model_llada {

/// A diffusion model: like llama, but tokens see all others of the same step, and nothing is kept.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.shape.causal = false;
  const Rotary rotary = model.rotary(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary, .window = {Window::Kind::step}, .output_bias = false},
                         {.scale_use = ScaleUse::none, .biases = false});
  });
}

ModelSample sample() {
  return {.unlike = {"attn_output.bias", "ffn_gate.bias", "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_llada

void register_model_llada(ModelTable& table) {
  table.add("llada", model_llada::load, model_llada::sample());
}

}  // namespace tern
