#include "models/blocks/decoder.h"

namespace tern {
namespace model_plamo {

/// Like llama, with attention and feed-forward block side by side, of the same norm.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.wiring = DecoderLayer::Wiring::parallel;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(load.attention({.rotary = rotary}));
    layer.ffn = make_block(load.ffn({.scale_use = ScaleUse::none}));
    return layer;
  });
}

}  // namespace model_plamo

void register_model_plamo(ModelTable& table) { table.add("plamo", model_plamo::load); }

}  // namespace tern
