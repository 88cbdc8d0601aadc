#include "models/blocks/decoder.h"

namespace tern {
namespace model_internlm2 {

/// Like llama.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary}, {.scale_use = ScaleUse::none});
  });
}

}  // namespace model_internlm2

void register_model_internlm2(ModelTable& table) { table.add("internlm2", model_internlm2::load); }

}  // namespace tern
