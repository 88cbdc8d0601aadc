#include "models/blocks/decoder.h"

namespace tern {
namespace model_neo_bert {

/// An encoder like llama, with one projection for queries, keys and values and one for gate and up.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.is_encoder = true;
  model.head.norm = load_norm(model.weights, "enc.output_norm", model.h.embedding, model.norm);
  const Rotary rotary = model.rotary(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary, .window = {Window::Kind::step}, .output_bias = false},
                         {.gate = Ffn::Gate::fused, .scale_use = ScaleUse::none, .biases = false});
  });
}

ModelSample sample() {
  return {.values = {{"attention.causal", false}}, .unlike = {"attn_qkv.weight"}};
}

}  // namespace model_neo_bert

void register_model_neo_bert(ModelTable& table) {
  table.add("neo-bert", model_neo_bert::load, model_neo_bert::sample());
}

}  // namespace tern
