#include "models/blocks/decoder.h"

namespace tern {
namespace model_jais {

/// Layer norms, ALiBi, attention that is scaled by the whole size of a head; biases everywhere.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::layer);
  const float max_bias = model.metadata.number_or("attention.max_alibi_bias", 0.0f);
  model.shape.distances = max_bias > 0.0f;
  model.h.attention_scale = 1.0f / static_cast<float>(model.h.head_k);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.max_bias = max_bias}, {.scale_use = ScaleUse::none});
  });
}

ModelSample sample() {
  return {.unlike = {"attn_qkv.bias", "attn_qkv.weight", "attn_output.bias", "_norm.bias",
                     "ffn_gate.bias", "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_jais

void register_model_jais(ModelTable& table) {
  table.add("jais", model_jais::load, model_jais::sample());
}

}  // namespace tern
