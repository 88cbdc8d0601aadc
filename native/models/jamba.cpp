#include "models/blocks/decoder.h"
#include "models/blocks/mamba.h"

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

}  // namespace model_jamba

void register_model_jamba(ModelTable& table) { table.add("jamba", model_jamba::load); }

}  // namespace tern
