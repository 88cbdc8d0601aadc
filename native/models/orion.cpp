#include "models/blocks/decoder.h"

namespace tern {
namespace model_orion {

/// Like llama, with layer norms.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::layer);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary}, {.scale_use = ScaleUse::none});
  });
}

}  // namespace model_orion

void register_model_orion(ModelTable& table) {
  table.add("orion", model_orion::load, {.unlike = {"_norm.bias"}});
}

}  // namespace tern
