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

}  // namespace model_cogvlm

void register_model_cogvlm(ModelTable& table) { table.add("cogvlm", model_cogvlm::load); }

}  // namespace tern
