#include <cmath>

#include "models/blocks/decoder.h"

namespace tern {
namespace model_hunyuan_dense {

/// Like qwen3, but the norms of queries and keys come after rope, whose base may be stretched.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const bool sections = model.metadata.prefix() == "hunyuan_vl" &&
                        model.metadata.integers_or("rope.dimension_sections", 4, 0).front() > 0;
  Rotary rotary = model.rotary_with_divisors(sections ? RopeMode::mrope : RopeMode::neox);
  const float alpha = model.metadata.number_or("rope.scaling.alpha", 0.0f);
  const auto width = static_cast<float>(model.h.head_k);
  if (alpha > 0.0f) rotary.params.base *= std::pow(alpha, width / (width - 2.0f));
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary, .qk_norm = QkNorm::heads, .norm_after_rope = true},
                         {.scale_use = ScaleUse::none});
  });
}

ModelSample sample() { return {.unlike = {"rope_freqs.weight"}}; }

}  // namespace model_hunyuan_dense

void register_model_hunyuan_dense(ModelTable& table) {
  table.add("hunyuan-dense", model_hunyuan_dense::load, model_hunyuan_dense::sample());
  table.add("hunyuan_vl", model_hunyuan_dense::load, model_hunyuan_dense::sample());
}

}  // namespace tern
