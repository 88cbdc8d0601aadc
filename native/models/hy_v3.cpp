#include "models/blocks/decoder.h"

namespace tern {
namespace model_hy_v3 {

/// Norms of queries and keys, and a shared expert; the first layer is dense.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary_with_divisors(RopeMode::neox);
  model.knows_drafts = true;
  return model.decoder([&](LayerLoader& load) {
    return load.pre_norm(
        {.mixer = make_block(load.attention({.rotary = rotary, .qk_norm = QkNorm::heads})),
         .ffn = !load.has("ffn_gate_inp.weight")
                    ? make_block(load.ffn())
                    : make_block(load.experts(
                          {.gating = read_gating(model.metadata, Gating::sigmoid),
                           .normalize = model.metadata.flag_or("expert_weights_norm", false),
                           .scales = true,
                           .shared_width = shared_width(load),
                           .shared_scale_use = ScaleUse::after_bias}))});
  });
}

}  // namespace model_hy_v3

void register_model_hy_v3(ModelTable& table) {
  table.add("hy_v3", model_hy_v3::load, {.unlike = {"rope_freqs.weight"}, .dense = false});
}

}  // namespace tern
