#include "models/blocks/decoder.h"
#include "models/blocks/mamba2.h"
#include "models/blocks/samples.h"

namespace tern {
namespace model_granite_hybrid {

/// Like granite, with Mamba 2 in the layers that have no heads.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  model.load_scales();
  const float residual = scale_or_one(model.metadata, "residual_scale");
  const SsmSizes sizes = read_ssm_sizes(model.metadata);
  AttentionOptions attention;
  if (model.metadata.flag_or("rope.scaling.finetuned", true))
    attention.rotary = model.rotary_with_divisors(RopeMode::normal);
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.residual_scale = residual;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = load.h.heads_kv == 0 ? make_block(load_mamba2(load, sizes))
                                       : make_block(load.attention(attention));
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn =
        model.experts == 0
            ? make_block(load.ffn({.scale_use = ScaleUse::none}))
            : make_block(load.experts({.file_scale = false, .shared_width = shared_width(load)}));
    return layer;
  });
}

ModelSample sample() {
  return {.values = with(mamba_sample(), {{"attention.head_count_kv", {2, 0}}}),
          .unlike = {"attn_output.bias", "ffn_gate.bias", "ffn_up.bias", "ffn_down.bias"}};
}

}  // namespace model_granite_hybrid

void register_model_granite_hybrid(ModelTable& table) {
  table.add("granitehybrid", model_granite_hybrid::load, model_granite_hybrid::sample());
}

}  // namespace tern
