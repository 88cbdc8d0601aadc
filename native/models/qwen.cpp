#include "models/blocks/decoder.h"

namespace tern {
namespace model_qwen {

/// Like llama, with one projection for queries, keys and values, and half the width that the file
/// gives for the feed-forward block.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    load.h.ffn /= 2;
    return load.standard({.rotary = rotary}, {.scale_use = ScaleUse::none});
  });
}

}  // namespace model_qwen

void register_model_qwen(ModelTable& table) {
  table.add("qwen", model_qwen::load, {.unlike = {"attn_qkv.bias", "attn_qkv.weight"}});
}

}  // namespace tern
