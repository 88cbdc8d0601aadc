#include "models/blocks/decoder.h"

namespace tern {
namespace model_pangu_embed {

/// Like qwen2, with biases everywhere.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.head_bias = true;
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary}, {.scale_use = ScaleUse::none});
  });
}

}  // namespace model_pangu_embed

void register_model_pangu_embed(ModelTable& table) {
  table.add("pangu-embedded", model_pangu_embed::load,
            {.unlike = {"attn_output.bias", "output.bias"}});
}

}  // namespace tern
