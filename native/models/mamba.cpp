#include "models/blocks/mamba.h"
#include "models/blocks/decoder.h"
#include "models/blocks/samples.h"

namespace tern {
namespace model_mamba {

/// Layers of one mixer, a selective scan; positions are known by the order of tokens alone.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, read_basic_hparams(source.metadata),
                    read_norm(source.metadata, NormKind::rms));
  const SsmSizes sizes = read_ssm_sizes(model.metadata);
  const bool bare_norms = model.metadata.flag_or("ssm.dt_b_c_rms", false);
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    Mamba mamba = load_mamba(load, sizes);
    if (bare_norms) mamba.step_norm = mamba.b_norm = mamba.c_norm = bare_norm(model.norm);
    layer.mixer = make_block(mamba);
    return layer;
  });
}

}  // namespace model_mamba

void register_model_mamba(ModelTable& table) {
  table.add("mamba", model_mamba::load, {.values = mamba_sample()});
}

}  // namespace tern
