#include "models/blocks/decoder.h"

namespace tern {
namespace model_pockettts {

/// Like starcoder2, without biases.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::layer);
  const Rotary rotary = model.rotary(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    return load.standard(
        {.rotary = rotary},
        {.activation = Activation::gelu, .gate = Ffn::Gate::none, .scale_use = ScaleUse::none});
  });
}

}  // namespace model_pockettts

void register_model_pockettts(ModelTable& table) {
  table.add("pockettts", model_pockettts::load, {.unlike = {"_norm.bias", "output.weight"}});
}

}  // namespace tern
