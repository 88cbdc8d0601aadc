#include "models/blocks/decoder.h"

namespace tern {
namespace model_starcoder2 {

/// Layer norms and a plain GELU block, with biases; rope pairs the halves of a head.
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

}  // namespace model_starcoder2

void register_model_starcoder2(ModelTable& table) {
  table.add("starcoder2", model_starcoder2::load, model_starcoder2::sample());
}

}  // namespace tern
