#include "models/blocks/decoder.h"

namespace tern {
namespace model_dream {

/// A diffusion model: like qwen2, but tokens see all others of the same step, and nothing is kept.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.shape.causal = false;
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary, .window = {Window::Kind::step}, .output_bias = true},
                         {.scale_use = ScaleUse::none, .biases = false});
  });
}

}  // namespace model_dream

void register_model_dream(ModelTable& table) { table.add("dream", model_dream::load); }

}  // namespace tern
