#include "models/blocks/decoder.h"

namespace tern {
namespace model_deepseek {

/// Like llama, with a shared expert; the first layers are dense.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary_with_divisors(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    return load.pre_norm(
        {.mixer = make_block(load.attention({.rotary = rotary})),
         .ffn = load.leads_dense()
                    ? make_block(load.ffn({.scale_use = ScaleUse::none}))
                    : make_block(
                          load.experts({.normalize = false, .shared_width = shared_width(load)}))});
  });
}

}  // namespace model_deepseek

void register_model_deepseek(ModelTable& table) {
  table.add("deepseek", model_deepseek::load, {.unlike = {"rope_freqs.weight"}});
}

}  // namespace tern
