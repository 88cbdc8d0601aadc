#include "models/blocks/decoder.h"

namespace tern {
namespace model_gpt2 {

/// Learned positions, layer norms, one projection for queries, keys and values, GELU.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::layer);
  model.embedding = load_embedding_with_positions(model.weights, model.h);
  return model.decoder([](LayerLoader& load) {
    return load.standard(
        {}, {.activation = Activation::gelu, .gate = Ffn::Gate::none, .scale_use = ScaleUse::none});
  });
}

ModelSample sample() {
  return {.unlike = {"attn_qkv.bias", "attn_qkv.weight", "attn_output.bias", "_norm.bias",
                     "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_gpt2

void register_model_gpt2(ModelTable& table) {
  table.add("gpt2", model_gpt2::load, model_gpt2::sample());
}

}  // namespace tern
