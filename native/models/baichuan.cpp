#include "models/blocks/decoder.h"

namespace tern {
namespace model_baichuan {

/// Like llama; the size of the model tells whether positions come in by rope or by ALiBi.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  AttentionOptions attention;
  model.shape.distances = model.h.layers == 40;
  if (model.shape.distances) {
    attention.max_bias = 8.0f;
  } else if (model.h.layers == 32) {
    attention.rotary = model.rotary(RopeMode::normal);
  }
  return model.decoder(
      [&](LayerLoader& load) { return load.standard(attention, {.scale_use = ScaleUse::none}); });
}

}  // namespace model_baichuan

void register_model_baichuan(ModelTable& table) { table.add("baichuan", model_baichuan::load); }

}  // namespace tern
