#include "models/blocks/decoder.h"

namespace tern {
namespace model_qwen2 {

/// Like llama, but rope pairs the halves of a head, and the attention inputs have biases.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.head_bias = true;
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary}, {.scale_use = ScaleUse::none});
  });
}

}  // namespace model_qwen2

void register_model_qwen2(ModelTable& table) { table.add("qwen2", model_qwen2::load); }

}  // namespace tern
