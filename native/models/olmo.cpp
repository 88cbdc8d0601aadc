#include "models/blocks/decoder.h"

namespace tern {
namespace model_olmo {

/// Like llama, with layer norms without weights, and clamped queries, keys and values.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::layer);
  const Norm norm = bare_norm(model.norm);
  model.head.norm = norm;
  const AttentionOptions attention{.rotary = model.rotary(RopeMode::normal),
                                   .clamp = model.metadata.number_or("attention.clamp_kqv", 0.0f)};
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = norm;
    layer.mixer = make_block(load.attention(attention));
    layer.ffn_norm = norm;
    layer.ffn = make_block(load.ffn({.scale_use = ScaleUse::none}));
    return layer;
  });
}

}  // namespace model_olmo

void register_model_olmo(ModelTable& table) { table.add("olmo", model_olmo::load); }

}  // namespace tern
