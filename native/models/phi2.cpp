#include "models/blocks/decoder.h"

namespace tern {
namespace model_phi2 {

/// Layer norms, attention and a plain GELU block side by side, of the same norm; the head has a
/// bias.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::layer);
  model.head_bias = true;
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    Attention attention = load.attention({.rotary = rotary});
    std::swap(attention.query_scale, attention.attend.scale);
    DecoderLayer layer;
    layer.wiring = DecoderLayer::Wiring::parallel;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(attention);
    layer.ffn = make_block(load.ffn(
        {.activation = Activation::gelu, .gate = Ffn::Gate::none, .scale_use = ScaleUse::none}));
    return layer;
  });
}

ModelSample sample() {
  return {.unlike = {"attn_output.bias", "_norm.bias", "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_phi2

void register_model_phi2(ModelTable& table) {
  table.add("phi2", model_phi2::load, model_phi2::sample());
}

}  // namespace tern
