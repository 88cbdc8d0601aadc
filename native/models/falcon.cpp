#include "models/blocks/decoder.h"

namespace tern {
namespace model_falcon {

/// Layer norms, attention and a plain GELU block side by side; large files have a norm for each of
/// them.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::layer);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    const bool two = load.has("attn_norm_2.weight");
    DecoderLayer layer;
    layer.wiring = DecoderLayer::Wiring::parallel;
    layer.attention_norm = load.norm(two ? "attn_norm_2" : "attn_norm");
    if (two) layer.ffn_norm = load.norm("attn_norm");
    layer.mixer = make_block(load.attention({.rotary = rotary}));
    layer.ffn = make_block(load.ffn(
        {.activation = Activation::gelu, .gate = Ffn::Gate::none, .scale_use = ScaleUse::none}));
    return layer;
  });
}

ModelSample sample() { return {.unlike = {"attn_qkv.weight", "attn_norm_2.bias", "_norm.bias"}}; }

}  // namespace model_falcon

void register_model_falcon(ModelTable& table) {
  table.add("falcon", model_falcon::load, model_falcon::sample());
}

}  // namespace tern
