#include "models/blocks/decoder.h"
#include "models/blocks/latent_experts.h"
#include "models/blocks/mamba2.h"
#include "models/blocks/samples.h"

namespace tern {
namespace model_nemotron_h {

ModelLoader make_loader(const ModelSource& source) {
  const bool has_rms = source.metadata.has("attention.layer_norm_rms_epsilon");
  const NormConfig norm = read_norm(source.metadata, has_rms ? NormKind::rms : NormKind::layer);
  return {source, read_hparams(source.metadata), {NormKind::rms, norm.epsilon}};
}

/// Without gates.
LatentExperts load_experts(LayerLoader& load) {
  const FfnOptions shared{.activation = Activation::relu_squared,
                          .gate = Ffn::Gate::none,
                          .biases = false,
                          .suffix = "_shexp"};
  const std::int64_t embedding = load.h.embedding;
  const std::int64_t latent = load.model.metadata.integer_or("moe_latent_size", 0);
  const std::int64_t width = load.model.metadata.positive("expert_shared_feed_forward_length");
  LatentExperts e;
  if (latent != 0) {
    e.down = load.find_tensor("ffn_latent_down.weight", {embedding, latent, 1, 1});
    e.up = load.find_tensor("ffn_latent_up.weight", {latent, embedding, 1, 1});
  }
  e.experts = load.experts({.activation = Activation::relu_squared,
                            .gating = Gating::sigmoid,
                            .normalize = load.model.metadata.flag_or("expert_weights_norm", false),
                            .scales = true,
                            .gated = false,
                            .inputs = latent});
  e.experts.shared =
      make_block(load_ffn(load.model.weights, load.prefix, embedding, width, shared));
  return e;
}

BlockPtr load_part(LayerLoader& load, const SsmSizes& sizes) {
  const FfnOptions ffn{.activation = Activation::relu_squared, .gate = Ffn::Gate::none};
  if (load.h.ffn != 0)
    return load.model.experts != 0 ? make_block(load_experts(load)) : make_block(load.ffn(ffn));
  if (load.h.heads_kv == 0) return make_block(load_mamba2(load, sizes));
  return make_block(load.attention({}));
}

/// Each layer is one of three: Mamba 2, attention without positions, a squared ReLU or experts.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model = make_loader(source);
  const SsmSizes sizes = read_ssm_sizes(model.metadata);
  // A file for experts may have none where all its layers are dense.
  model.uses_experts = true;
  return model.decoder([&](LayerLoader& load) {
    DecoderLayer layer;
    layer.attention_norm = load.norm("attn_norm");
    layer.mixer = load_part(load, sizes);
    return layer;
  });
}

ModelSample sample() {
  return {.values = with(mamba_sample(), {{"block_count", 3},
                                          {"feed_forward_length", {0, 0, 192}},
                                          {"attention.head_count_kv", {2, 0, 2}}}),
          .unlike = {"attn_output.bias", "exp_probs_b.bias", "ffn_up.bias", "ffn_down.bias"},
          .unasked = {"attention.layer_norm_epsilon"}};
}

}  // namespace model_nemotron_h

void register_model_nemotron_h(ModelTable& table) {
  table.add("nemotron_h", model_nemotron_h::load, model_nemotron_h::sample());
  table.add("nemotron_h_moe", model_nemotron_h::load, model_nemotron_h::sample());
}

}  // namespace tern
