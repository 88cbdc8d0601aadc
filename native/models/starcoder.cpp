#include "models/blocks/decoder.h"

namespace tern {
namespace model_starcoder {

/// Like gpt2, with fewer heads of keys than of queries.
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

}  // namespace model_starcoder

void register_model_starcoder(ModelTable& table) {
  table.add("starcoder", model_starcoder::load, model_starcoder::sample());
}

}  // namespace tern
