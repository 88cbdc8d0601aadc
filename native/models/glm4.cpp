#include "models/blocks/decoder.h"

namespace tern {
namespace model_glm4 {

/// Like llama, with norms around both parts; gate and value of the feed-forward block in one
/// matrix. Files that see have another rope.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const bool sections = model.metadata.integers_or("rope.dimension_sections", 4, 0).front() > 0;
  const Rotary rotary = model.rotary(sections ? RopeMode::mrope : RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer =
        load.standard({.rotary = rotary}, {.gate = Ffn::Gate::fused, .scale_use = ScaleUse::none});
    layer.attention_post_norm = load.norm("post_attention_norm");
    layer.ffn_post_norm = load.norm("post_ffw_norm");
    return layer;
  });
}

}  // namespace model_glm4

void register_model_glm4(ModelTable& table) { table.add("glm4", model_glm4::load); }

}  // namespace tern
