#include "models/blocks/mamba2.h"
#include "models/blocks/decoder.h"
#include "models/blocks/samples.h"

namespace tern {
namespace model_mamba2 {

/// Like mamba, with heads that have one decay each.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, read_basic_hparams(source.metadata),
                    read_norm(source.metadata, NormKind::rms));
  const SsmSizes sizes = read_ssm_sizes(model.metadata);
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = make_block(load_mamba2(load, sizes));
    return layer;
  });
}

}  // namespace model_mamba2

void register_model_mamba2(ModelTable& table) {
  table.add("mamba2", model_mamba2::load, {.values = mamba_sample()});
}

}  // namespace tern
