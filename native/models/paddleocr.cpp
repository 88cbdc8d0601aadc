#include "models/blocks/decoder.h"

namespace tern {
namespace model_paddleocr {

/// Like ernie4_5; tokens of images have positions in three dimensions, text in one.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.uses_experts = true;  // files may name some, but layers have none
  const Rotary rotary = model.rotary(RopeMode::mrope);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary}, {.scale_use = ScaleUse::none});
  });
}

}  // namespace model_paddleocr

void register_model_paddleocr(ModelTable& table) {
  table.add("paddleocr", model_paddleocr::load, {.unlike = {"attn_output.bias"}});
}

}  // namespace tern
