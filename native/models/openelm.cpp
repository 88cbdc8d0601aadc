#include "models/blocks/decoder.h"

namespace tern {
namespace model_openelm {

/// Like llama, with norms of queries and keys, and heads and widths that grow from layer to layer.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    Attention attention = load.attention({.rotary = rotary, .qk_norm = QkNorm::heads});
    attention.qkv.scale = nullptr;
    return load.pre_norm({.mixer = make_block(attention),
                          .ffn = make_block(load.ffn({.scale_use = ScaleUse::none}))});
  });
}

}  // namespace model_openelm

void register_model_openelm(ModelTable& table) {
  table.add("openelm", model_openelm::load, {.unlike = {"attn_qkv.weight", "output.weight"}});
}

}  // namespace tern
