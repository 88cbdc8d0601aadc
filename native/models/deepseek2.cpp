#include "models/blocks/decoder.h"
#include "models/blocks/mla.h"
#include "models/blocks/samples.h"

namespace tern {
namespace model_deepseek2 {

/// Multi-head latent attention, and experts with shared ones; the first layers are dense.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const MlaSizes sizes = read_mla_sizes(model.metadata, model.h);
  model.h.head_k = sizes.key;
  Rotary rotary = model.rotary(RopeMode::normal);
  const float scale = read_mla_scale(model.metadata, sizes, rotary);
  const ExpertOptions experts{.gating = read_gating(model.metadata, Gating::softmax),
                              .normalize = model.metadata.flag_or("expert_weights_norm", false)};
  model.knows_drafts = true;
  return model.decoder([&](LayerLoader& load) {
    Mla mla = load_mla(model.weights, model.shape.memory, load.prefix,
                       static_cast<std::int64_t>(load.index), load.h, sizes, model.norm, rotary);
    mla.scale = scale;
    const float growth = model.metadata.number_or("attention.temperature_scale", 0.0f);
    const auto length = static_cast<float>(
        model.metadata.integer_or("attention.temperature_length", model.h.context));
    if (growth != 0.0f) mla.temperature = {.scale = growth, .length = length};
    ExpertOptions here = experts;
    here.shared_width = shared_width(load);
    return load.pre_norm({.mixer = make_block(mla),
                          .ffn = load.leads_dense()
                                     ? make_block(load.ffn({.scale_use = ScaleUse::none}))
                                     : make_block(load.experts(here))});
  });
}

ModelSample sample() { return {.values = mla_sample(), .unlike = {"exp_probs_b.bias"}}; }

}  // namespace model_deepseek2

void register_model_deepseek2(ModelTable& table) {
  table.add("deepseek2", model_deepseek2::load, model_deepseek2::sample());
  table.add("mistral4", model_deepseek2::load, model_deepseek2::sample());
}

}  // namespace tern
