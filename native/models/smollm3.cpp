#include "models/blocks/decoder.h"

namespace tern {
namespace model_smollm3 {

/// Like llama, but every fourth layer has no rope.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    AttentionOptions attention;
    if ((load.index + 1) % 4 != 0) attention.rotary = rotary;
    return load.standard(attention, {.scale_use = ScaleUse::none});
  });
}

}  // namespace model_smollm3

void register_model_smollm3(ModelTable& table) { table.add("smollm3", model_smollm3::load); }

}  // namespace tern
