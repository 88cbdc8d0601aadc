#include "models/blocks/decoder.h"

namespace tern {
namespace model_maincoder {

/// Like llama, with norms of queries and keys after rope.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary, .qk_norm = QkNorm::heads, .norm_after_rope = true},
                         {.scale_use = ScaleUse::none});
  });
}

}  // namespace model_maincoder

void register_model_maincoder(ModelTable& table) { table.add("maincoder", model_maincoder::load); }

}  // namespace tern
