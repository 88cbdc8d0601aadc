#include "models/blocks/decoder.h"

namespace tern {
namespace model_minimax_m2 {

/// Norms over all queries and all keys, and experts.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    return load.pre_norm(
        {.mixer = make_block(load.attention({.rotary = rotary, .qk_norm = QkNorm::rows})),
         .ffn = make_block(
             load.experts({.gating = read_gating(model.metadata), .file_scale = false}))});
  });
}

}  // namespace model_minimax_m2

void register_model_minimax_m2(ModelTable& table) {
  table.add("minimax-m2", model_minimax_m2::load, {.unlike = {"exp_probs_b.bias"}});
}

}  // namespace tern
