#include "models/blocks/decoder.h"

namespace tern {
namespace model_exaone {

/// Like llama, but rope pairs the halves of a head.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary_with_divisors(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary}, {.scale_use = ScaleUse::none});
  });
}

}  // namespace model_exaone

void register_model_exaone(ModelTable& table) { table.add("exaone", model_exaone::load); }

}  // namespace tern
