#include "models/blocks/decoder.h"
#include "models/blocks/kda.h"
#include "models/blocks/mla.h"
#include "models/blocks/samples.h"

namespace tern {
namespace model_bailingmoe3 {

/// What clamps the activations of a layer.
struct Limits {
  std::vector<float> experts, shared;
};

Limits read_limits(const ModelLoader& model) {
  return {model.metadata.numbers_or("swiglu_clamp_exp", model.h.layers, 0.0f),
          model.metadata.numbers_or("swiglu_clamp_shexp", model.h.layers, 0.0f)};
}

/// Each head has a gate.
Mla load_latent_attention(LayerLoader& load, const MlaSizes& sizes, const Rotary& rotary) {
  ModelLoader& model = load.model;
  Mla mla = load_mla(model.weights, model.shape.memory, load.prefix,
                     static_cast<std::int64_t>(load.index), load.h, sizes, model.norm, rotary);
  mla.gate = load.linear("attn_gate", load.h.embedding, sizes.heads, ScaleUse::none);
  mla.output.scale = nullptr;
  return mla;
}

BlockPtr load_experts(LayerLoader& load, const Limits& limits) {
  const float shared = limits.shared[load.index];
  if (load.leads_dense())
    return make_block(load.ffn({.scale_use = ScaleUse::none, .biases = false, .limit = shared}));
  return make_block(
      load.experts({.gating = read_gating(load.model.metadata),
                    .normalize = load.model.metadata.flag_or("expert_weights_norm", false),
                    .shared_width = shared_width(load),
                    .limit = limits.experts[load.index],
                    .shared_limit = shared}));
}

/// Like kimi-linear; decays have a bound, attention has rope and gates.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const MlaSizes sizes = read_mla_sizes(model.metadata, model.h);
  const bool sections = model.metadata.integers_or("rope.dimension_sections", 4, 0).front() > 0;
  const Rotary rotary = model.rotary(sections ? RopeMode::mrope : RopeMode::normal);
  const Limits limits = read_limits(model);
  const KdaOptions kda{.decay_in_two = false,
                       .bound = model.metadata.number("kda.gate_lower_bound")};
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = load.h.heads_kv == 0 ? make_block(load_kda(load, kda))
                                       : make_block(load_latent_attention(load, sizes, rotary));
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = load_experts(load, limits);
    return layer;
  });
}

ModelSample sample() {
  return {.values = with(kda_sample(), {{"kda.gate_lower_bound", -5.0f},
                                        {"attention.q_lora_rank", 24},
                                        {"rope.dimension_sections", {2, 3, 3, 0}}}),
          .unlike = {"exp_probs_b.bias"}};
}

}  // namespace model_bailingmoe3

void register_model_bailingmoe3(ModelTable& table) {
  table.add("bailingmoe3", model_bailingmoe3::load, model_bailingmoe3::sample());
}

}  // namespace tern
