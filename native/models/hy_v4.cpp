#include "models/blocks/mla.h"
#include "models/blocks/samples.h"
#include "models/blocks/stream_layer.h"

namespace tern {
namespace model_hy_v4 {

Streams read_streams(const ModelLoader& model) {
  Streams common;
  common.width = model.h.embedding;
  common.count = model.metadata.positive("hyper_connection.count");
  common.norm_epsilon = model.norm.epsilon;
  common.epsilon = model.metadata.number("hyper_connection.epsilon");
  common.gain_epsilon = common.epsilon;
  common.magnitude = model.metadata.number("hyper_connection.magnitude");
  return common;
}

Mla load_attention(LayerLoader& load, const MlaSizes& sizes, const Rotary& rotary, bool chooses) {
  ModelLoader& model = load.model;
  const auto index = static_cast<std::int64_t>(load.index);
  Mla mla = load_mla(model.weights, model.shape.memory, load.prefix, index, load.h, sizes,
                     model.norm, rotary);
  mla.sinks = model.weights.find(load.prefix + "attn_sinks.weight", {sizes.heads, 1, 1, 1});
  mla.gate = load.linear("attn_gate", load.h.embedding, sizes.heads * sizes.value, ScaleUse::none);
  mla.output.scale = nullptr;
  mla.uses_left_mask = true;
  if (!chooses) return mla;
  mla.indexer = load_indexer(model.metadata, model.weights, model.shape.memory, load.prefix, index,
                             load.h, sizes.query_rank, rotary);
  mla.indexer->turns_tail = true;
  mla.indexer->key_norm.epsilon = model.norm.epsilon;
  return mla;
}

Experts load_experts(LayerLoader& load) {
  const Metadata& metadata = load.model.metadata;
  Experts experts = load.experts({.gating = read_gating(metadata),
                                  .normalize = metadata.flag_or("expert_weights_norm", false),
                                  .shared_width = shared_width(load)});
  experts.limit = metadata.numbers_or("swiglu_clamp_exp", load.model.h.layers, 0.0f)[load.index];
  experts.limit_where = GateLimit::before_silu;
  return experts;
}

/// Multi-head latent attention with gates and sinks, to cells that an indexer chooses, and experts,
/// between hyper-connections.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const MlaSizes sizes = read_mla_sizes(model.metadata, model.h);
  model.h.head_k = sizes.key;
  const Rotary rotary = model.rotary(RopeMode::normal);
  const Streams common = read_streams(model);
  const bool sparse = model.metadata.integer_or("attention.indexer.top_k", 0) > 0;
  const auto chooses = model.metadata.integers_or("attention.indexer.types", model.h.layers, 0);
  return model.decoder([&](LayerLoader& load) {
    StreamLayer layer = load_stream_layer(load, common, StreamEnd::merged);
    layer.attention =
        make_block(load_attention(load, sizes, rotary, sparse && chooses[load.index] != 0));
    layer.ffn = load.leads_dense() ? make_block(load.ffn({.scale_use = ScaleUse::none}))
                                   : make_block(load_experts(load));
    return layer;
  });
}

ModelSample sample() {
  return {.values = with(mla_sample(), {{"attention.indexer.types", {1, 0}}}),
          .unlike = {"exp_probs_b.bias"}};
}

}  // namespace model_hy_v4

void register_model_hy_v4(ModelTable& table) {
  table.add("hy_v4", model_hy_v4::load, model_hy_v4::sample());
}

}  // namespace tern
