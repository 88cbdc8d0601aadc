#include <cmath>

#include "models/blocks/decoder.h"
#include "models/blocks/mla.h"

namespace tern {
namespace model_minicpm3 {

/// Like minicpm, with multi-head latent attention.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const MlaSizes sizes = read_mla_sizes(model.metadata, model.h);
  const Rotary rotary = model.rotary_with_divisors(RopeMode::neox);
  model.embedding = load_embedding(model.weights, model.h);
  model.embedding.scale = 12.0f;
  model.head.scale = 256.0f / static_cast<float>(model.h.embedding);
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.residual_scale = 1.4f / std::sqrt(static_cast<float>(model.h.layers));
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(load_mla(model.weights, model.shape.memory, load.prefix,
                                      static_cast<std::int64_t>(load.index), load.h, sizes,
                                      model.norm, rotary));
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = make_block(load.ffn({.scale_use = ScaleUse::none}));
    return layer;
  });
}

ModelSample sample() {
  return {.values = {{"attention.key_length_mla", 0},
                     {"attention.value_length_mla", 0},
                     {"rope.dimension_count", 32}},
          .unlike = {"attn_kv_b.weight", "rope_freqs.weight", "rope_factors_short.weight",
                     "rope_factors_long.weight"}};
}

}  // namespace model_minicpm3

void register_model_minicpm3(ModelTable& table) {
  table.add("minicpm3", model_minicpm3::load, model_minicpm3::sample());
}

}  // namespace tern
