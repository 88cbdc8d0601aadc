#include "models/blocks/decoder.h"

namespace tern {
namespace model_dots1 {

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

}  // namespace model_dots1

void register_model_dots1(ModelTable& table) {
  table.add("dots1", model_dots1::load, {.unlike = {"exp_probs_b.bias"}});
}

}  // namespace tern
