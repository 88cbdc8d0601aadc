#include <cmath>

#include "models/blocks/decoder.h"

namespace tern {
namespace model_bailingmoe {

/// Like llama, with a shared expert, and attention that is scaled by the width of rope.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary_with_divisors(RopeMode::normal);
  model.h.attention_scale = 1.0f / std::sqrt(static_cast<float>(rotary.params.dims));
  return model.decoder([&](LayerLoader& load) {
    return load.pre_norm({.mixer = make_block(load.attention({.rotary = rotary})),
                          .ffn = make_block(load.experts(
                              {.normalize = model.metadata.flag_or("expert_weights_norm", false),
                               .shared_width = shared_width(load)}))});
  });
}

}  // namespace model_bailingmoe

void register_model_bailingmoe(ModelTable& table) {
  table.add("bailingmoe", model_bailingmoe::load, {.unlike = {"rope_freqs.weight"}});
}

}  // namespace tern
