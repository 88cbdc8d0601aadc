#include "models/blocks/decoder.h"

namespace tern {
namespace model_llama {

/// RMS norms, rope on neighbouring elements, SwiGLU or experts; biases where the file has them.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary_with_divisors(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    return load.pre_norm({.mixer = make_block(load.attention({.rotary = rotary})),
                          .ffn = model.experts == 0 ? make_block(load.ffn())
                                                    : make_block(load.experts(
                                                          {.file_scale = false, .scales = true}))});
  });
}

}  // namespace model_llama

void register_model_llama(ModelTable& table) { table.add("llama", model_llama::load); }

}  // namespace tern
