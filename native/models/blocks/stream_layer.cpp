#include "models/blocks/stream_layer.h"

namespace tern {
namespace stream_layer {

Tensor* run_part(const StepContext& step, const Streams& streams, const Norm& norm,
                 const Block& block, Tensor* x) {
  const Merged merged = merge(step.graph, streams, x);
  Tensor* y = block.run(step, apply(step.graph, norm, merged.x));
  return spread(step.graph, streams, y, x, merged);
}

}  // namespace stream_layer

StreamLayer load_stream_layer(const LayerLoader& load, const Streams& common) {
  Weights& weights = load.model.weights;
  StreamLayer layer;
  layer.is_first = load.index == 0;
  layer.attention_streams = load_streams(weights, load.prefix + "hc_attn", common, true);
  layer.ffn_streams = load_streams(weights, load.prefix + "hc_ffn", common, true);
  layer.head_streams = load_streams(weights, "output_hc", common, false);
  layer.attention_norm = load.norm("attn_norm");
  layer.ffn_norm = load.norm("ffn_norm");
  return layer;
}

Tensor* apply(const StepContext& step, const StreamLayer& layer, bool is_last, Tensor* x) {
  Graph& graph = step.graph;
  if (layer.is_first) x = start_streams(graph, layer.head_streams, x);
  x = stream_layer::run_part(step, layer.attention_streams, layer.attention_norm, *layer.attention,
                             x);
  x = stream_layer::run_part(step, layer.ffn_streams, layer.ffn_norm, *layer.ffn, x);
  if (!is_last) return x;
  return merge(graph, layer.head_streams, select_outputs(step, is_last, x)).x;
}

}  // namespace tern
