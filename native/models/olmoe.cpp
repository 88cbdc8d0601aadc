#include "models/blocks/decoder.h"

namespace tern {
namespace model_olmoe {

/// Norms over all queries and all keys, and experts whose weights stay as they are.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    return load.pre_norm(
        {.mixer = make_block(load.attention({.rotary = rotary, .qk_norm = QkNorm::rows})),
         .ffn = make_block(load.experts({.normalize = false, .file_scale = false}))});
  });
}

}  // namespace model_olmoe

void register_model_olmoe(ModelTable& table) { table.add("olmoe", model_olmoe::load); }

}  // namespace tern
