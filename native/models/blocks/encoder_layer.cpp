#include "models/blocks/encoder_layer.h"

#include <utility>

#include "ops/binary.h"

namespace tern {

EncoderLayer post_norm(const LayerLoader& load, LayerLoader::Parts parts) {
  return {std::move(parts.mixer), load.norm("attn_output_norm"), std::move(parts.ffn),
          load.norm("layer_output_norm")};
}

Tensor* apply(const StepContext& step, const EncoderLayer& layer, bool is_last, Tensor* x) {
  Graph& graph = step.graph;
  Tensor* y = select_outputs(step, is_last, layer.mixer->run(step, x));
  x = apply(graph, layer.mixer_norm, add(graph, y, select_outputs(step, is_last, x)));
  return apply(graph, layer.ffn_norm, add(graph, layer.ffn->run(step, x), x));
}

}  // namespace tern
