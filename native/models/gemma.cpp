#include <cmath>

#include "models/blocks/decoder.h"

namespace tern {
namespace model_gemma {

/// Like llama, with scaled embeddings, queries that are scaled first, and GELU.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.embedding = load_embedding(model.weights, model.h);
  model.embedding.scale = std::sqrt(static_cast<float>(model.h.embedding));

  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    Attention attention = load.attention({.rotary = rotary});
    std::swap(attention.query_scale, attention.attend.scale);
    return load.pre_norm({.mixer = make_block(attention),
                          .ffn = make_block(load.ffn(
                              {.activation = Activation::gelu, .scale_use = ScaleUse::none}))});
  });
}

}  // namespace model_gemma

void register_model_gemma(ModelTable& table) {
  table.add("gemma", model_gemma::load, {.unlike = {"output.weight"}});
}

}  // namespace tern
