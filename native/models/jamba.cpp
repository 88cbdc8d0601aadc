#include "models/blocks/decoder.h"
#include "models/blocks/mamba.h"
#include "models/blocks/samples.h"

namespace tern {
namespace model_jamba {

/// Selective scans, and attention without positions in some layers; experts in some.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const SsmSizes sizes = read_ssm_sizes(model.metadata);
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = load.h.heads_kv == 0 ? make_block(load_mamba(load, sizes))
                                       : make_block(load.attention({.output_bias = false}));
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = load.has("ffn_gate_inp.weight")
                    ? make_block(load.experts({.normalize = false, .file_scale = false}))
                    : make_block(load.ffn({.scale_use = ScaleUse::none, .biases = false}));
    return layer;
  });
}

ModelSample sample() {
  return {.values = with(mamba_sample(), {{"attention.head_count_kv", {2, 0}}}),
          .unlike = {"ssm_b_norm.weight", "ssm_c_norm.weight", "ssm_dt_norm.weight"}};
}

}  // namespace model_jamba

void register_model_jamba(ModelTable& table) {
  table.add("jamba", model_jamba::load, model_jamba::sample());
}

}  // namespace tern
