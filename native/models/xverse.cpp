#include "models/blocks/decoder.h"

namespace tern {
namespace model_xverse {

/// Like llama.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary}, {.scale_use = ScaleUse::none});
  });
}

}  // namespace model_xverse

void register_model_xverse(ModelTable& table) { table.add("xverse", model_xverse::load); }

}  // namespace tern
