#include "models/blocks/decoder.h"
#include "models/blocks/mla.h"
#include "models/blocks/samples.h"

namespace tern {
namespace model_dots3note {

/// Like deepseek32, with a norm of the part of keys that rope turns and a gate of each head; layers
/// with a sliding window have sizes and a rope of their own and choose nothing.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const Metadata& metadata = model.metadata;
  const MlaSizes far = read_mla_sizes(metadata, model.h);
  MlaSizes near = far;
  near.key = metadata.positive("attention.key_length_mla_swa");
  near.value = metadata.positive("attention.value_length_mla_swa");
  near.latent = metadata.positive("attention.kv_lora_rank_swa");
  const std::vector<bool> sliding = model.sliding_layers(0);
  return model.decoder([&](LayerLoader& load) {
    const bool slides = sliding[load.index];
    MlaSizes sizes = slides ? near : far;
    sizes.heads = load.h.heads;
    const auto index = static_cast<std::int64_t>(load.index);
    const Window window = slides ? model.sliding_window() : Window{};
    const RopeMode mode = RopeMode::normal;
    Mla mla =
        load_mla(model.weights, model.shape.memory, load.prefix, index, load.h, sizes, model.norm,
                 slides ? model.sliding_rotary(mode) : model.rotary(mode), window);
    mla.turned_norm = load.norm("attn_k_norm", sizes.turned);
    mla.gate = load.linear("attn_gate", load.h.embedding, sizes.heads, ScaleUse::none);
    if (!slides) {
      mla.indexer = load_indexer(metadata, model.weights, model.shape.memory, load.prefix, index,
                                 load.h, sizes.query_rank, model.rotary(RopeMode::neox));
    }
    const ExpertOptions experts{.gating = read_gating(metadata),
                                .normalize = metadata.flag_or("expert_weights_norm", false),
                                .scales = true,
                                .shared_width = shared_width(load),
                                .shared_scale_use = ScaleUse::after_bias};
    return load.pre_norm(
        {.mixer = make_block(mla),
         .ffn = load.leads_dense() ? make_block(load.ffn()) : make_block(load.experts(experts))});
  });
}

ModelSample sample() {
  return {.values = with(mla_sample(), {{"attention.indexer.types", {1, 0}},
                                        {"rope.freq_base_swa", 5000.0f},
                                        {"attention.sliding_window_pattern", {0, 1}}}),
          .unlike = {"exp_probs_b.bias"},
          .unasked = {"attention.indexer.types", "attention.key_length_swa",
                      "attention.value_length_swa"}};
}

}  // namespace model_dots3note

void register_model_dots3note(ModelTable& table) {
  table.add("dots3note", model_dots3note::load, model_dots3note::sample());
}

}  // namespace tern
