#include "models/blocks/decoder.h"

namespace tern {
namespace model_arcee {

/// Like llama, with a squared ReLU in place of the gate.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary_with_divisors(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary}, {.activation = Activation::relu_squared,
                                              .gate = Ffn::Gate::none,
                                              .scale_use = ScaleUse::none});
  });
}

}  // namespace model_arcee

void register_model_arcee(ModelTable& table) { table.add("arcee", model_arcee::load); }

}  // namespace tern
