#include "models/blocks/stream_layer.h"

#include "core/ops/hyper_weights.h"
#include "core/text.h"
#include "ops/binary.h"
#include "ops/layout.h"
#include "ops/scale.h"

namespace tern {
namespace stream_layer {

Tensor* run_part(const StepContext& step, const Streams& streams, const Norm& norm,
                 const Block& block, Tensor* x) {
  const Merged merged = merge(step.graph, streams, x);
  Tensor* y = block.run(step, apply(step.graph, norm, merged.x));
  return spread(step.graph, streams, y, x, merged);
}

/// One stream after the other, as fusion expects it.
Tensor* mean_of(Graph& graph, const Streams& s, Tensor* x) {
  const auto stream = [&](std::int64_t i) {
    return view(graph, x, {s.width, x->shape[1], 1, 1}, x->stride, row_bytes(x->type, i * s.width));
  };
  Tensor* sum = stream(0);
  for (std::int64_t i = 1; i < s.count; ++i) sum = add(graph, sum, stream(i));
  return scale(graph, sum, 1.0f / static_cast<float>(s.count));
}

std::int32_t read_iterations(const Metadata& metadata) {
  const char* const key = "hyper_connection.sinkhorn_iterations";
  const std::int64_t count = metadata.positive(key);
  if (count > most_hyper_iterations)
    metadata.fail(key, concat("1 to ", most_hyper_iterations), concat(count));
  return static_cast<std::int32_t>(count);
}

}  // namespace stream_layer

Streams read_mixed_streams(const ModelLoader& model) {
  Streams common;
  common.width = model.h.embedding;
  common.count = model.metadata.positive("hyper_connection.count");
  common.norm_epsilon = model.norm.epsilon;
  common.epsilon = model.metadata.number("hyper_connection.epsilon");
  common.magnitude = 2.0f;
  common.iterations = stream_layer::read_iterations(model.metadata);
  return common;
}

StreamLayer load_stream_layer(const LayerLoader& load, const Streams& common, StreamEnd end) {
  Weights& weights = load.model.weights;
  StreamLayer layer;
  layer.is_first = load.index == 0;
  layer.attention_streams = load_streams(weights, load.prefix + "hc_attn", common, true);
  layer.ffn_streams = load_streams(weights, load.prefix + "hc_ffn", common, true);
  if (end == StreamEnd::merged)
    layer.head_streams = load_streams(weights, "output_hc", common, false);
  layer.attention_norm = load.norm("attn_norm");
  layer.ffn_norm = load.norm("ffn_norm");
  return layer;
}

Tensor* apply(const StepContext& step, const StreamLayer& layer, bool is_last, Tensor* x) {
  Graph& graph = step.graph;
  if (layer.is_first) x = start_streams(graph, layer.ffn_streams, x);
  x = stream_layer::run_part(step, layer.attention_streams, layer.attention_norm, *layer.attention,
                             x);
  x = stream_layer::run_part(step, layer.ffn_streams, layer.ffn_norm, *layer.ffn, x);
  if (!is_last) return x;
  x = select_outputs(step, is_last, x);
  return layer.head_streams ? merge(graph, *layer.head_streams, x).x
                            : stream_layer::mean_of(graph, layer.ffn_streams, x);
}

}  // namespace tern
