#include "models/blocks/layer.h"

#include "core/text.h"
#include "ops/binary.h"
#include "ops/get_rows.h"

namespace tern {

std::string layer_prefix(std::size_t layer) { return concat("blk.", layer, "."); }

Tensor* apply(const StepContext& step, const std::vector<DecoderLayer>& layers, Tensor* x) {
  Graph& graph = step.graph;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const DecoderLayer& layer = layers[i];
    x = add(graph, apply(step, layer.attention, i, apply(graph, layer.attention_norm, x)), x);
    if (i + 1 == layers.size()) x = get_rows(graph, x, step.outputs);
    x = add(graph, apply(graph, layer.ffn, apply(graph, layer.ffn_norm, x)), x);
  }
  return x;
}

}  // namespace tern
