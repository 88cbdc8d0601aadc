#include "models/blocks/decoder.h"

namespace tern {
namespace model_llada_moe {

/// A diffusion model: like olmoe with norms of heads, but tokens see all others of the same step,
/// and nothing is kept.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::neox);
  model.shape.causal = false;
  return model.decoder([&](LayerLoader& load) {
    return load.pre_norm(
        {.mixer = make_block(load.attention(
             {.rotary = rotary, .qk_norm = QkNorm::heads, .window = {Window::Kind::step}})),
         .ffn = make_block(load.experts({.normalize = false, .file_scale = false}))});
  });
}

}  // namespace model_llada_moe

void register_model_llada_moe(ModelTable& table) { table.add("llada-moe", model_llada_moe::load); }

}  // namespace tern
