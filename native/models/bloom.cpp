#include "models/blocks/decoder.h"

namespace tern {
namespace model_bloom {

/// Layer norms, also of the embeddings, ALiBi, GELU; biases everywhere.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::layer);
  model.shape.distances = true;
  model.embedding = load_embedding(model.weights, model.h);
  model.embedding.norm = load_norm(model.weights, "token_embd_norm", model.h.embedding, model.norm);
  return model.decoder([](LayerLoader& load) {
    return load.standard(
        {.max_bias = 8.0f},
        {.activation = Activation::gelu, .gate = Ffn::Gate::none, .scale_use = ScaleUse::none});
  });
}

ModelSample sample() {
  return {.unlike = {"attn_qkv.bias", "attn_qkv.weight", "attn_output.bias", "_norm.bias",
                     "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_bloom

void register_model_bloom(ModelTable& table) {
  table.add("bloom", model_bloom::load, model_bloom::sample());
}

}  // namespace tern
