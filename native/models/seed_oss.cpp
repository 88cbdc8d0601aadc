#include "models/blocks/decoder.h"

namespace tern {
namespace model_seed_oss {

/// Like llama; the norm before the feed-forward block is called "post_attention_norm".
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(load.attention({.rotary = rotary}));
    layer.ffn_norm = load.norm("post_attention_norm");
    layer.ffn = make_block(load.ffn({.scale_use = ScaleUse::none}));
    return layer;
  });
}

}  // namespace model_seed_oss

void register_model_seed_oss(ModelTable& table) { table.add("seed_oss", model_seed_oss::load); }

}  // namespace tern
