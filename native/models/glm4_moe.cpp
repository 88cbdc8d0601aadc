#include "models/blocks/decoder.h"

namespace tern {
namespace model_glm4_moe {

/// Norms of queries and keys, where the file has them, and a shared expert; the first layers are
/// dense.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const bool sections = model.metadata.integers_or("rope.dimension_sections", 4, 0).front() > 0;
  const Rotary rotary = model.rotary(sections ? RopeMode::mrope : RopeMode::neox);
  model.knows_drafts = true;
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(
        load.attention({.rotary = rotary,
                        .qk_norm = load.has("attn_q_norm.weight") ? QkNorm::heads : QkNorm::none}));
    layer.ffn_norm = load.norm("post_attention_norm");
    layer.ffn = load.experts_behind_dense(Gating::sigmoid);
    return layer;
  });
}

}  // namespace model_glm4_moe

void register_model_glm4_moe(ModelTable& table) {
  table.add("glm4moe", model_glm4_moe::load, {.unlike = {"exp_probs_b.bias"}});
}

}  // namespace tern
