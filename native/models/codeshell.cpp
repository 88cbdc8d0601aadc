#include "models/blocks/decoder.h"

namespace tern {
namespace model_codeshell {

/// Like starcoder2.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::layer);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    return load.standard(
        {.rotary = rotary},
        {.activation = Activation::gelu, .gate = Ffn::Gate::none, .scale_use = ScaleUse::none});
  });
}

ModelSample sample() {
  return {.unlike = {"attn_output.bias", "_norm.bias", "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_codeshell

void register_model_codeshell(ModelTable& table) {
  table.add("codeshell", model_codeshell::load, model_codeshell::sample());
}

}  // namespace tern
