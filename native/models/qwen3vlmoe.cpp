#include "models/blocks/decoder.h"

namespace tern {
namespace model_qwen3vlmoe {

/// Like qwen3vl, with experts.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::interleaved_mrope);
  return model.decoder([&](LayerLoader& load) {
    return load.pre_norm(
        {.mixer = make_block(load.attention({.rotary = rotary, .qk_norm = QkNorm::heads})),
         .ffn = make_block(load.experts({.file_scale = false}))});
  });
}

}  // namespace model_qwen3vlmoe

void register_model_qwen3vlmoe(ModelTable& table) {
  table.add("qwen3vlmoe", model_qwen3vlmoe::load);
}

}  // namespace tern
