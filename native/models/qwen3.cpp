#include "models/blocks/decoder.h"

namespace tern {
namespace model_qwen3 {

/// Like qwen2, with norms of queries and keys.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary, .qk_norm = QkNorm::heads});
  });
}

}  // namespace model_qwen3

void register_model_qwen3(ModelTable& table) {
  table.add("qwen3", model_qwen3::load, {.values = {{"attention.head_count_kv", 1}}});
}

}  // namespace tern
