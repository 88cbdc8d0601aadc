#include "models/blocks/decoder.h"

namespace tern {
namespace model_hunyuan_moe {

/// Norms of queries and keys behind rope, and a shared expert.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary_with_divisors(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    return load.pre_norm(
        {.mixer = make_block(
             load.attention({.rotary = rotary, .qk_norm = QkNorm::heads, .norm_after_rope = true})),
         .ffn =
             make_block(load.experts({.file_scale = false, .shared_width = shared_width(load)}))});
  });
}

}  // namespace model_hunyuan_moe

void register_model_hunyuan_moe(ModelTable& table) {
  table.add("hunyuan-moe", model_hunyuan_moe::load, {.unlike = {"rope_freqs.weight"}});
}

}  // namespace tern
