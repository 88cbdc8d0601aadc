#include "models/blocks/decoder.h"

namespace tern {
namespace model_phi3 {

/// Like llama, but queries are scaled first, and gate and value of the feed-forward block are in
/// one matrix.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.head_bias = true;
  const Rotary rotary = model.rotary_with_divisors(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    Attention attention = load.attention({.rotary = rotary});
    std::swap(attention.query_scale, attention.attend.scale);
    return load.pre_norm(
        {.mixer = make_block(attention),
         .ffn = make_block(load.ffn({.gate = Ffn::Gate::fused, .scale_use = ScaleUse::none}))});
  });
}

ModelSample sample() {
  return {.unlike = {"output.bias", "rope_freqs.weight", "rope_factors_short.weight",
                     "rope_factors_long.weight"}};
}

}  // namespace model_phi3

void register_model_phi3(ModelTable& table) {
  table.add("phi3", model_phi3::load, model_phi3::sample());
}

}  // namespace tern
