#include "models/blocks/decoder.h"

namespace tern {
namespace model_nemotron {

/// Layer norms with biases, a squared ReLU without a gate.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::layer);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary}, {.activation = Activation::relu_squared,
                                              .gate = Ffn::Gate::none,
                                              .scale_use = ScaleUse::none});
  });
}

ModelSample sample() {
  return {.unlike = {"attn_output.bias", "_norm.bias", "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_nemotron

void register_model_nemotron(ModelTable& table) {
  table.add("nemotron", model_nemotron::load, model_nemotron::sample());
}

}  // namespace tern
