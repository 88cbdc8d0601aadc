#include "models/blocks/decoder.h"

namespace tern {
namespace model_qwen2moe {

/// Like qwen2, with a shared expert that has a gate of its own.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    return load.pre_norm({.mixer = make_block(load.attention({.rotary = rotary})),
                          .ffn = make_block(load.experts({.normalize = false,
                                                          .file_scale = false,
                                                          .shared_width = shared_width(load),
                                                          .shared_gate = true}))});
  });
}

}  // namespace model_qwen2moe

void register_model_qwen2moe(ModelTable& table) { table.add("qwen2moe", model_qwen2moe::load); }

}  // namespace tern
