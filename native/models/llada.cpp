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

}  // namespace model_llada

void register_model_llada(ModelTable& table) { table.add("llada", model_llada::load); }

}  // namespace tern
