#include "models/blocks/decoder.h"

namespace tern {
namespace model_deci {

/// Like llama, but layers may lack attention, or have a matrix in its place, or lack the
/// feed-forward block.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary_with_divisors(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    const Hparams& h = load.h;
    if (h.heads > 0) layer.attention_norm = load.norm("attn_norm");
    if (h.heads > 0 && h.heads_kv == 0) {
      layer.mixer = make_block(load.linear("attn_output", h.embedding, h.embedding));
    } else if (h.heads > 0) {
      layer.mixer = make_block(load.attention({.rotary = rotary}));
    }
    if (h.ffn == 0) return layer;
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = make_block(load.ffn({.scale_use = ScaleUse::none}));
    return layer;
  });
}

ModelSample sample() {
  return {.unlike = {"attn_output.bias", "ffn_gate.bias", "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_deci

void register_model_deci(ModelTable& table) {
  table.add("deci", model_deci::load, model_deci::sample());
}

}  // namespace tern
