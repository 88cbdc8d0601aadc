#include "models/blocks/decoder.h"

namespace tern {
namespace model_gptneox {

/// Layer norms and a plain GELU block; attention and block side by side where the file says so.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::layer);
  const Rotary rotary = model.rotary(RopeMode::neox);
  const bool parallel = model.metadata.flag_or("use_parallel_residual", true);
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer = load.standard(
        {.rotary = rotary},
        {.activation = Activation::gelu, .gate = Ffn::Gate::none, .scale_use = ScaleUse::none});
    if (parallel) layer.wiring = DecoderLayer::Wiring::parallel;
    return layer;
  });
}

ModelSample sample() {
  return {.values = {{"use_parallel_residual", true}},
          .unlike = {"attn_qkv.bias", "attn_qkv.weight", "attn_output.bias", "_norm.bias",
                     "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_gptneox

void register_model_gptneox(ModelTable& table) {
  table.add("gptneox", model_gptneox::load, model_gptneox::sample());
}

}  // namespace tern
