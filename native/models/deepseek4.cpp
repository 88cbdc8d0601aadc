#include "models/blocks/compressed_attention.h"
#include "models/blocks/stream_layer.h"

namespace tern {
namespace model_deepseek4 {

/// The first layers look their experts up by the token.
Experts load_experts(LayerLoader& load) {
  const Metadata& metadata = load.model.metadata;
  const GateLimits limits = read_gate_limits(metadata, load.index);
  Experts experts = load.experts({.gating = read_gating(metadata),
                                  .normalize = metadata.flag_or("expert_weights_norm", false),
                                  .shared_width = shared_width(load),
                                  .limit = limits.experts,
                                  .shared_limit = limits.shared,
                                  .limit_where = GateLimit::before_silu});
  const auto layers = static_cast<std::int64_t>(load.index) + 1;
  if (layers > metadata.integer_or("hash_layer_count", 0)) return experts;
  experts.table =
      load.tensor("ffn_gate_tid2eid.weight", {experts.used, load.model.shape.vocab, 1, 1});
  return experts;
}

/// Attention to a window and to rows that stand for runs of tokens, and experts, between
/// hyper-connections that mix their streams.
std::unique_ptr<Architecture> load(const ModelSource& source) {
  ModelLoader model(source, NormKind::rms);
  const CompressedAttentionSizes sizes = read_compressed_attention(model);
  const Streams common = read_mixed_streams(model);
  return model.decoder([&](LayerLoader& load) {
    StreamLayer layer = load_stream_layer(load, common, StreamEnd::merged);
    layer.attention = make_block(load_compressed_attention(load, sizes));
    layer.ffn = make_block(load_experts(load));
    return layer;
  });
}

ModelSample sample() {
  return {.values = {{"expert_weights_scale", 1.5f},
                     {"expert_weights_norm", true},
                     {"hash_layer_count", 0},
                     {"block_count", 3},
                     {"attention.head_count", 4},
                     {"attention.head_count_kv", 1},
                     {"rope.dimension_count", 32},
                     {"attention.compress_ratios", {0, 4, 128}},
                     {"attention.compress_rope_freq_base", 160000.0f},
                     {"attention.indexer.top_k", 3},
                     {"attention.output_group_count", 2},
                     {"attention.output_lora_rank", 48},
                     {"hyper_connection.sinkhorn_iterations", 2},
                     {"leading_dense_block_count", 0},
                     {"expert_gating_func", 4},
                     {"swiglu_clamp_exp", 10.0f}},
          .unlike = {"exp_probs_b.bias"}};
}

}  // namespace model_deepseek4

void register_model_deepseek4(ModelTable& table) {
  table.add("deepseek4", model_deepseek4::load, model_deepseek4::sample());
}

}  // namespace tern
