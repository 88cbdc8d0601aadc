#include "models/blocks/decoder.h"

namespace tern {
namespace model_phimoe {

/// Like phi3, with experts.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.head_bias = true;
  const Rotary rotary = model.rotary_with_divisors(RopeMode::neox);
  return model.decoder([&](LayerLoader& load) {
    Attention attention = load.attention({.rotary = rotary});
    std::swap(attention.query_scale, attention.attend.scale);
    return load.pre_norm(
        {.mixer = make_block(attention), .ffn = make_block(load.experts({.file_scale = false}))});
  });
}

ModelSample sample() {
  return {.unlike = {"attn_output.bias", "_norm.bias", "rope_freqs.weight",
                     "rope_factors_short.weight", "rope_factors_long.weight"}};
}

}  // namespace model_phimoe

void register_model_phimoe(ModelTable& table) {
  table.add("phimoe", model_phimoe::load, model_phimoe::sample());
}

}  // namespace tern
