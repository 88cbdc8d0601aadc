#include "models/blocks/layer.h"

#include "core/text.h"
#include "ops/binary.h"
#include "ops/get_rows.h"
#include "ops/scale.h"

namespace tern {

Tensor* select_outputs(const StepContext& step, bool is_last, Tensor* x) {
  return is_last ? get_rows(step.graph, x, step.outputs) : x;
}

namespace blocks_layer {

Tensor* add_residual(Graph& graph, const DecoderLayer& layer, Tensor* y, Tensor* x) {
  if (layer.residual_scale != 1.0f) y = scale(graph, y, layer.residual_scale);
  return add(graph, y, x);
}

Tensor* feed(const StepContext& step, const DecoderLayer& layer, Tensor* x) {
  return apply(step.graph, layer.ffn_post_norm, layer.ffn->run(step, x));
}

Tensor* run_sequential(const StepContext& step, const DecoderLayer& layer, bool is_last,
                       Tensor* x) {
  Graph& graph = step.graph;
  Tensor* y = nullptr;
  if (layer.mixer != nullptr) {
    y = layer.mixer->run(step, apply(graph, layer.attention_norm, x));
    y = select_outputs(step, is_last, y);
  }
  x = select_outputs(step, is_last, x);
  if (y != nullptr) x = add_residual(graph, layer, apply(graph, layer.attention_post_norm, y), x);
  if (layer.ffn == nullptr) return x;
  return add_residual(graph, layer, feed(step, layer, apply(graph, layer.ffn_norm, x)), x);
}

Tensor* run_parallel(const StepContext& step, const DecoderLayer& layer, bool is_last, Tensor* x) {
  Graph& graph = step.graph;
  Tensor* normed = apply(graph, layer.attention_norm, x);
  Tensor* y = select_outputs(step, is_last, layer.mixer->run(step, normed));
  x = select_outputs(step, is_last, x);
  normed = layer.ffn_norm ? apply(graph, layer.ffn_norm, x) : select_outputs(step, is_last, normed);
  return add(graph, add(graph, feed(step, layer, normed), y), x);
}

}  // namespace blocks_layer

std::string layer_prefix(std::size_t layer) { return concat("blk.", layer, "."); }

Tensor* apply(const StepContext& step, const DecoderLayer& layer, bool is_last, Tensor* x) {
  return layer.wiring == DecoderLayer::Wiring::parallel
             ? blocks_layer::run_parallel(step, layer, is_last, x)
             : blocks_layer::run_sequential(step, layer, is_last, x);
}

}  // namespace tern
