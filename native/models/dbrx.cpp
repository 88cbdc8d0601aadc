#include "models/blocks/decoder.h"

namespace tern {
namespace model_dbrx {

/// Layer norms, clamped queries, keys and values, and experts.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::layer);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(
        load.attention({.rotary = rotary, .clamp = model.metadata.number("attention.clamp_kqv")}));
    layer.ffn_norm = load.norm("attn_output_norm");
    layer.ffn = make_block(load.experts({.file_scale = false}));
    return layer;
  });
}

}  // namespace model_dbrx

void register_model_dbrx(ModelTable& table) {
  table.add("dbrx", model_dbrx::load, {.unlike = {"attn_qkv.weight"}});
}

}  // namespace tern
