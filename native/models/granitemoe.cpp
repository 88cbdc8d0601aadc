#include "models/blocks/decoder.h"

namespace tern {
namespace model_granitemoe {

/// Like granite, with rope always.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.load_scales();
  const float residual = scale_or_one(model.metadata, "residual_scale");
  const AttentionOptions attention{.rotary = model.rotary_with_divisors(RopeMode::normal)};
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer = load.pre_norm(
        {.mixer = make_block(load.attention(attention)),
         .ffn = model.experts == 0
                    ? make_block(load.ffn({.scale_use = ScaleUse::none}))
                    : make_block(load.experts(
                          {.file_scale = false, .shared_width = shared_width(load)}))});
    layer.residual_scale = residual;
    return layer;
  });
}

ModelSample sample() {
  return {.unlike = {"attn_output.bias", "ffn_gate.bias", "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_granitemoe

void register_model_granitemoe(ModelTable& table) {
  table.add("granitemoe", model_granitemoe::load, model_granitemoe::sample());
}

}  // namespace tern
