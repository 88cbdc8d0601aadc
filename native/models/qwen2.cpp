#include "models/blocks/decoder.h"

namespace tern {
namespace model_qwen2 {

/// Like llama, but rope pairs the halves of a head, and the attention inputs have biases.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(load.attention({.rotary = rotary}));
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = make_block(load.ffn({.scale_use = ScaleUse::none}));
    return layer;
  });
}

}  // namespace model_qwen2

void register_model_qwen2(ModelTable& table) { table.add("qwen2", model_qwen2::load); }

}  // namespace tern
