#include "models/blocks/decoder.h"

namespace tern {
namespace model_granite {

/// Like llama, with scales of embeddings, residuals and logits; rope only where the file says so.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.load_scales();
  const float residual = scale_or_one(model.metadata, "residual_scale");
  AttentionOptions attention;
  if (model.metadata.flag_or("rope.scaling.finetuned", true))
    attention.rotary = model.rotary_with_divisors(RopeMode::normal);
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

}  // namespace model_granite

void register_model_granite(ModelTable& table) {
  table.add("granite", model_granite::load, model_granite::sample());
}

}  // namespace tern
