#include "models/blocks/decoder.h"

namespace tern {
namespace model_qwen3vl {

/// Like qwen3; images come with positions in three dimensions and add to the first layers.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::interleaved_mrope);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary, .qk_norm = QkNorm::heads},
                         {.scale_use = ScaleUse::none});
  });
}

}  // namespace model_qwen3vl

void register_model_qwen3vl(ModelTable& table) {
  table.add("qwen3vl", model_qwen3vl::load);
  table.add("qwen3tts", model_qwen3vl::load, {.vocab = 3072});
}

}  // namespace tern
