#include "models/blocks/decoder.h"

namespace tern {
namespace model_chatglm {

/// Like llama, with gate and value of the feed-forward block in one matrix.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    return load.standard({.rotary = rotary},
                         {.gate = Ffn::Gate::fused, .scale_use = ScaleUse::none});
  });
}

}  // namespace model_chatglm

void register_model_chatglm(ModelTable& table) { table.add("chatglm", model_chatglm::load); }

}  // namespace tern
