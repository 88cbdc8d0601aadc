#include "models/blocks/decoder.h"

namespace tern {
namespace model_rnd1 {

/// A diffusion model: like qwen3moe, but tokens see all others of the same step, and nothing is
/// kept.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::neox);
  model.shape.causal = false;
  return model.decoder([&](LayerLoader& load) {
    return load.pre_norm(
        {.mixer = make_block(load.attention(
             {.rotary = rotary, .qk_norm = QkNorm::heads, .window = {Window::Kind::step}})),
         .ffn = make_block(load.experts({.file_scale = false}))});
  });
}

}  // namespace model_rnd1

void register_model_rnd1(ModelTable& table) { table.add("rnd1", model_rnd1::load); }

}  // namespace tern
