#include "models/blocks/decoder.h"

namespace tern {
namespace model_qwen3moe {

/// Like qwen3, with experts.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    return load.pre_norm(
        {.mixer = make_block(load.attention({.rotary = rotary, .qk_norm = QkNorm::heads})),
         .ffn = make_block(load.experts({.file_scale = false, .scales = true}))});
  });
}

}  // namespace model_qwen3moe

void register_model_qwen3moe(ModelTable& table) { table.add("qwen3moe", model_qwen3moe::load); }

}  // namespace tern
