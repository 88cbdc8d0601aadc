#include "models/blocks/decoder.h"

namespace tern {
namespace model_bailingmoe2 {

/// Norms of queries and keys, and a shared expert; the first layers are dense.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    return load.pre_norm(
        {.mixer = make_block(load.attention({.rotary = rotary, .qk_norm = QkNorm::heads})),
         .ffn = load.experts_behind_dense()});
  });
}

}  // namespace model_bailingmoe2

void register_model_bailingmoe2(ModelTable& table) {
  table.add("bailingmoe2", model_bailingmoe2::load,
            {.unlike = {"attn_qkv.weight", "exp_probs_b.bias"}});
}

}  // namespace tern
