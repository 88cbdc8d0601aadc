#include "models/blocks/decoder.h"

namespace tern {
namespace model_eurobert {

/// An encoder like llama, with rope on the halves of a head.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.is_encoder = true;
  model.head.norm = load_norm(model.weights, "output_norm", model.h.embedding, model.norm);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary, .window = {Window::Kind::step}, .output_bias = false},
                         {.scale_use = ScaleUse::none, .biases = false});
  });
}

}  // namespace model_eurobert

void register_model_eurobert(ModelTable& table) {
  table.add("eurobert", model_eurobert::load, {.values = {{"attention.causal", false}}});
}

}  // namespace tern
