#include "models/blocks/decoder.h"

namespace tern {
namespace model_qwen2vl {

/// Like qwen2; tokens of images have positions in three dimensions, text in one.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::mrope);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary}, {.scale_use = ScaleUse::none});
  });
}

}  // namespace model_qwen2vl

void register_model_qwen2vl(ModelTable& table) { table.add("qwen2vl", model_qwen2vl::load); }

}  // namespace tern
