#include "models/blocks/decoder.h"

namespace tern {
namespace model_ernie4_5_moe {

/// Like ernie4_5, with a shared expert in every so many layers behind the first.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Rotary rotary = model.rotary(RopeMode::normal);
  const std::int64_t step = model.metadata.positive("interleave_moe_layer_step");
  return model.decoder([&](LayerLoader& load) {
    return load.pre_norm(
        {.mixer = make_block(load.attention({.rotary = rotary, .output_bias = false})),
         .ffn = load.leads_dense() || (load.index + 1) % static_cast<std::size_t>(step) != 0
                    ? make_block(load.ffn({.scale_use = ScaleUse::none}))
                    : make_block(load.experts(
                          {.file_scale = false, .shared_width = shared_width(load)}))});
  });
}

}  // namespace model_ernie4_5_moe

void register_model_ernie4_5_moe(ModelTable& table) {
  table.add("ernie4_5-moe", model_ernie4_5_moe::load,
            {.unlike = {"attn_output.bias", "exp_probs_b.bias"}});
}

}  // namespace tern
