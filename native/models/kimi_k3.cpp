#include <cmath>

#include "models/blocks/checkpoints.h"
#include "models/blocks/decoder.h"
#include "models/blocks/kda.h"
#include "models/blocks/latent_experts.h"
#include "models/blocks/mla.h"
#include "models/blocks/samples.h"
#include "ops/binary.h"

namespace tern {
namespace model_kimi_k3 {

/// Both parts read a mix of the residual and of checkpoints, which some layers leave; the residual
/// starts anew there.
struct Layer {
  bool leaves = false;
  CheckpointMix mix, ffn_mix, last_mix;
  Norm norm, ffn_norm;
  BlockPtr mixer, ffn;
};

Tensor* apply(const StepContext& step, const Layer& layer, bool is_last, Tensor* x) {
  Graph& graph = step.graph;
  Tensor* mixed = apply(step, layer.mix, x);
  if (layer.leaves) leave_checkpoint(step, x);
  Tensor* y = layer.mixer->run(step, apply(graph, layer.norm, mixed));
  x = layer.leaves ? y : add(graph, x, y);
  y = layer.ffn->run(step, apply(graph, layer.ffn_norm, apply(step, layer.ffn_mix, x)));
  x = add(graph, x, y);
  return is_last ? select_outputs(step, true, apply(step, layer.last_mix, x)) : x;
}

Situ read_situ(const Metadata& metadata) {
  return {metadata.number("activation.situ_beta"), metadata.number("activation.situ_linear_beta")};
}

KdaOptions read_kda(const Metadata& metadata) {
  KdaOptions options{.gate = "ssm_g", .rate_column = false, .sign = -1.0f};
  const float bound = metadata.number_or("kda.gate_lower_bound", -INFINITY);
  if (bound > -INFINITY) options.bound = bound;
  return options;
}

/// Nothing is turned; what comes out has a gate.
Mla load_latent_attention(LayerLoader& load, const MlaSizes& sizes) {
  ModelLoader& model = load.model;
  Mla mla = load_mla(model.weights, model.shape.memory, load.prefix,
                     static_cast<std::int64_t>(load.index), load.h, sizes, model.norm, {});
  mla.turns = false;
  mla.output.scale = nullptr;
  if (load.has("attn_gate.weight"))
    mla.gate =
        load.linear("attn_gate", load.h.embedding, sizes.heads * sizes.value, ScaleUse::none);
  return mla;
}

BlockPtr load_experts(LayerLoader& load, const Situ& situ) {
  const Metadata& metadata = load.model.metadata;
  if (load.leads_dense())
    return make_block(load.ffn({.scale_use = ScaleUse::none, .biases = false, .situ = situ}));
  const std::int64_t latent = metadata.integer_or("expert_latent_length", 0);
  const std::int64_t embedding = load.h.embedding;
  LatentExperts e;
  e.experts = load.experts({.gating = read_gating(metadata),
                            .normalize = metadata.flag_or("expert_weights_norm", false),
                            .shared_width = shared_width(load),
                            .inputs = latent,
                            .situ = situ});
  if (latent != 0) {
    e.down = load.tensor("ffn_routed_down.weight", {embedding, latent, 1, 1});
    e.up = load.tensor("ffn_routed_up.weight", {latent, embedding, 1, 1});
    e.norm = load.find_norm("ffn_routed_norm", latent);
  }
  return make_block(e);
}

void load_mixes(LayerLoader& load, std::int64_t block, Layer& layer) {
  if (block == 0) return;
  const Shape shape{load.h.embedding, 1, 1, 1};
  const float epsilon = load.model.norm.epsilon;
  layer.leaves = static_cast<std::int64_t>(load.index) % block == 0;
  layer.mix = {load.tensor("attn_res_score.weight", shape), epsilon};
  layer.ffn_mix = {load.tensor("ffn_res_score.weight", shape), epsilon};
  layer.last_mix = {load.model.weights.require("output_res_score.weight", shape), epsilon};
}

/// Like kimi-linear, with attention across layers, another activation, and experts that work on
/// fewer elements.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const MlaSizes sizes = read_mla_sizes(model.metadata, model.h);
  const Situ situ = read_situ(model.metadata);
  const KdaOptions kda = read_kda(model.metadata);
  const std::int64_t block = model.metadata.integer_or("attn_res.block_size", 0);
  return model.decoder([&](LayerLoader& load) {
    Layer layer;
    load_mixes(load, block, layer);
    layer.norm = load.norm("attn_norm");
    layer.mixer = load.h.heads_kv == 0 ? make_block(load_kda(load, kda))
                                       : make_block(load_latent_attention(load, sizes));
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = load_experts(load, situ);
    return layer;
  });
}

ModelSample sample() {
  return {.values = with(kda_sample(), {{"kda.gate_lower_bound", -5.0f},
                                        {"attention.q_lora_rank", 24},
                                        {"attn_res.block_size", 1},
                                        {"activation.situ_beta", 4.0f},
                                        {"activation.situ_linear_beta", 25.0f},
                                        {"expert_latent_length", 64}}),
          .unlike = {"exp_probs_b.bias"}};
}

}  // namespace model_kimi_k3

void register_model_kimi_k3(ModelTable& table) {
  table.add("kimi-k3", model_kimi_k3::load, model_kimi_k3::sample());
}

}  // namespace tern
