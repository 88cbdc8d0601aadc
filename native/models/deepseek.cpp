#include "models/blocks/decoder.h"

namespace tern {
namespace model_deepseek {

/// Like llama, with a shared expert; the first layers are dense.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary_with_divisors(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(load.attention({.rotary = rotary}));
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn =
        load.leads_dense()
            ? make_block(load.ffn({.scale_use = ScaleUse::none}))
            : make_block(load.experts({.normalize = false, .shared_width = shared_width(load)}));
    return layer;
  });
}

}  // namespace model_deepseek

void register_model_deepseek(ModelTable& table) { table.add("deepseek", model_deepseek::load); }

}  // namespace tern
