#include "models/blocks/decoder.h"
#include "models/blocks/mla.h"
#include "models/blocks/samples.h"

namespace tern {
namespace model_deepseek32 {

/// Like deepseek2, with attention to the cells that an indexer chooses.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const MlaSizes sizes = read_mla_sizes(model.metadata, model.h);
  Rotary turned = model.rotary(RopeMode::neox);
  model.h.head_k = sizes.key;
  Rotary rotary = model.rotary(RopeMode::normal);
  const float scale = read_mla_scale(model.metadata, sizes, rotary);
  const ExpertOptions experts{.gating = read_gating(model.metadata, Gating::none),
                              .normalize = model.metadata.flag_or("expert_weights_norm", false),
                              .scales = true};
  return model.decoder([&](LayerLoader& load) {
    Mla mla = load_mla(model.weights, model.shape.memory, load.prefix,
                       static_cast<std::int64_t>(load.index), load.h, sizes, model.norm, rotary);
    mla.scale = scale;
    mla.indexer =
        load_indexer(model.metadata, model.weights, model.shape.memory, load.prefix,
                     static_cast<std::int64_t>(load.index), load.h, sizes.query_rank, turned);
    ExpertOptions here = experts;
    here.shared_width = shared_width(load);
    here.shared_scale_use = ScaleUse::after_bias;
    return load.pre_norm(
        {.mixer = make_block(mla),
         .ffn = load.leads_dense() ? make_block(load.ffn()) : make_block(load.experts(here))});
  });
}

}  // namespace model_deepseek32

void register_model_deepseek32(ModelTable& table) {
  table.add("deepseek32", model_deepseek32::load,
            {.values = mla_sample(), .unlike = {"exp_probs_b.bias"}});
}

}  // namespace tern
