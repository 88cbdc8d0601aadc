#include "models/blocks/compressed_attention.h"
#include "models/blocks/decoder.h"
#include "models/blocks/streams.h"

namespace tern {
namespace model_deepseek4 {

/// A mixer and a feed-forward block between streams; the first layer makes the streams, the last
/// one merges them.
struct Layer {
  bool is_first = false;
  Streams attention_streams, ffn_streams, head_streams;
  Norm attention_norm, ffn_norm;
  BlockPtr attention, ffn;
};

Tensor* run_part(const StepContext& step, const Streams& streams, const Norm& norm,
                 const Block& block, Tensor* x) {
  const Merged merged = merge(step.graph, streams, x);
  Tensor* y = block.run(step, apply(step.graph, norm, merged.x));
  return spread(step.graph, streams, y, x, merged);
}

Tensor* apply(const StepContext& step, const Layer& layer, bool is_last, Tensor* x) {
  Graph& graph = step.graph;
  if (layer.is_first) x = start_streams(graph, layer.head_streams, x);
  x = run_part(step, layer.attention_streams, layer.attention_norm, *layer.attention, x);
  x = run_part(step, layer.ffn_streams, layer.ffn_norm, *layer.ffn, x);
  if (!is_last) return x;
  return merge(graph, layer.head_streams, select_outputs(step, is_last, x)).x;
}

Streams read_streams(const ModelLoader& model) {
  Streams common;
  common.width = model.h.embedding;
  common.count = model.metadata.positive("hyper_connection.count");
  common.norm_epsilon = model.norm.epsilon;
  common.epsilon = model.metadata.number("hyper_connection.epsilon");
  common.magnitude = 2.0f;
  common.iterations = model.metadata.positive("hyper_connection.sinkhorn_iterations");
  return common;
}

/// The first layers look their experts up by the token.
Experts load_experts(LayerLoader& load) {
  const Metadata& metadata = load.model.metadata;
  const auto layers = static_cast<std::int64_t>(load.index) + 1;
  const std::vector<float> limits = metadata.numbers_or("swiglu_clamp_exp", layers, 0.0f);
  const bool apart = metadata.has("swiglu_clamp_shexp");
  Experts experts = load.experts(
      {.gating = read_gating(metadata),
       .normalize = metadata.flag_or("expert_weights_norm", false),
       .shared_width = shared_width(load),
       .limit = limits[load.index],
       .shared_limit = apart ? metadata.numbers_or("swiglu_clamp_shexp", layers, 0.0f)[load.index]
                             : limits[load.index],
       .limit_where = GateLimit::before_silu});
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
  const Streams common = read_streams(model);
  return model.decoder([&](LayerLoader& load) {
    Layer layer;
    layer.is_first = load.index == 0;
    layer.attention_streams = load_streams(model.weights, load.prefix + "hc_attn", common, true);
    layer.ffn_streams = load_streams(model.weights, load.prefix + "hc_ffn", common, true);
    layer.head_streams = load_streams(model.weights, "output_hc", common, false);
    layer.attention_norm = load.norm("attn_norm");
    layer.attention = make_block(load_compressed_attention(load, sizes));
    layer.ffn_norm = load.norm("ffn_norm");
    layer.ffn = make_block(load_experts(load));
    return layer;
  });
}

}  // namespace model_deepseek4

void register_model_deepseek4(ModelTable& table) { table.add("deepseek4", model_deepseek4::load); }

}  // namespace tern
