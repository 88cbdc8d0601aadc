#include "models/blocks/decoder.h"

namespace tern {
namespace model_ernie4_5 {

/// Like llama.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.uses_experts = true;  // files may name some, but layers have none
  const Rotary rotary = model.rotary(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary, .output_bias = false}, {.scale_use = ScaleUse::none});
  });
}

}  // namespace model_ernie4_5

void register_model_ernie4_5(ModelTable& table) {
  table.add("ernie4_5", model_ernie4_5::load, {.unlike = {"attn_output.bias"}});
}

}  // namespace tern
