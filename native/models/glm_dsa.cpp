#include "models/blocks/decoder.h"
#include "models/blocks/mla.h"
#include "models/blocks/samples.h"

namespace tern {
namespace model_glm_dsa {

/// attention.indexer.types; else all layers of the first models, and every fourth of later ones.
std::vector<std::int64_t> choosing_layers(const ModelLoader& model) {
  const char* const key = "attention.indexer.types";
  if (model.metadata.has(key)) return model.metadata.integers(key, model.h.layers);
  std::vector<std::int64_t> chooses;
  for (std::int64_t i = 0; i < model.h.layers; ++i) {
    const bool is_late = model.h.context >= 1048576;
    chooses.push_back(!is_late || i < 3 || (i - 2) % 4 == 0 ? 1 : 0);
  }
  return chooses;
}

/// Like deepseek32; some layers take the choice of an earlier one.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const MlaSizes sizes = read_mla_sizes(model.metadata, model.h);
  const std::vector<std::int64_t> chooses = choosing_layers(model);
  model.h.head_k = sizes.key;
  Rotary rotary = model.rotary(RopeMode::normal);
  const float scale = read_mla_scale(model.metadata, sizes, rotary);
  const ExpertOptions experts{.gating = read_gating(model.metadata, Gating::sigmoid),
                              .normalize = model.metadata.flag_or("expert_weights_norm", false),
                              .scales = true};
  return model.decoder([&](LayerLoader& load) {
    Mla mla = load_mla(model.weights, model.shape.memory, load.prefix,
                       static_cast<std::int64_t>(load.index), load.h, sizes, model.norm, rotary);
    mla.scale = scale;
    if (chooses[load.index] != 0) {
      mla.indexer =
          load_indexer(model.metadata, model.weights, model.shape.memory, load.prefix,
                       static_cast<std::int64_t>(load.index), load.h, sizes.query_rank, rotary);
    }
    mla.uses_left_mask = true;
    ExpertOptions here = experts;
    here.shared_width = shared_width(load);
    here.shared_scale_use = ScaleUse::after_bias;
    return load.pre_norm(
        {.mixer = make_block(mla),
         .ffn = load.leads_dense() ? make_block(load.ffn()) : make_block(load.experts(here))});
  });
}

}  // namespace model_glm_dsa

void register_model_glm_dsa(ModelTable& table) {
  table.add("glm-dsa", model_glm_dsa::load,
            {.values = mla_sample(), .unlike = {"exp_probs_b.bias"}});
}

}  // namespace tern
