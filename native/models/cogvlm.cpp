#include "models/blocks/decoder.h"

namespace tern {
namespace model_cogvlm {

/// Like llama; images have attention and feed-forward matrices of their own, which text does not
/// use.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  Rotary rotary;
  rotary.params = {.mode = RopeMode::neox, .dims = static_cast<std::int32_t>(model.h.head_k)};
  return model.decoder([&](LayerLoader& load) {
    Attention attention = load.attention({.rotary = rotary});
    attention.qkv.scale = nullptr;
    return load.pre_norm({.mixer = make_block(attention),
                          .ffn = make_block(load.ffn({.scale_use = ScaleUse::none}))});
  });
}

ModelSample sample() {
  return {.unlike = {"attn_qkv.weight"},
          .twins = {{"attn_qkv", "vis_attn_qkv"},
                    {"attn_output", "vis_attn_output"},
                    {"ffn_gate", "vis_gate"},
                    {"ffn_up", "vis_up"},
                    {"ffn_down", "vis_down"}}};
}

}  // namespace model_cogvlm

void register_model_cogvlm(ModelTable& table) {
  table.add("cogvlm", model_cogvlm::load, model_cogvlm::sample());
}

}  // namespace tern
