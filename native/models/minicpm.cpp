#include <cmath>

#include "models/blocks/decoder.h"

namespace tern {
namespace model_minicpm {

void load_scales(ModelLoader& model) {
  model.embedding = load_embedding(model.weights, model.h);
  model.embedding.scale = model.metadata.number_or("embedding_scale", 12.0f);
  const float width = static_cast<float>(model.h.embedding);
  model.head.scale = 1.0f / model.metadata.number_or("logit_scale", 256.0f / width);
}

/// Like granitemoe, with other scales where the file has none.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  load_scales(model);
  const float usual = 1.4f / std::sqrt(static_cast<float>(model.h.layers));
  const float residual = model.metadata.number_or("residual_scale", usual);
  const AttentionOptions attention{.rotary = model.rotary_with_divisors(RopeMode::normal)};
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer = load.pre_norm(
        {.mixer = make_block(load.attention(attention)),
         .ffn = model.experts == 0 ? make_block(load.ffn({.scale_use = ScaleUse::none}))
                                   : make_block(load.experts({.file_scale = false}))});
    layer.residual_scale = residual;
    return layer;
  });
}

ModelSample sample() {
  return {.unlike = {"attn_output.bias", "ffn_gate.bias", "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_minicpm

void register_model_minicpm(ModelTable& table) {
  table.add("minicpm", model_minicpm::load, model_minicpm::sample());
}

}  // namespace tern
