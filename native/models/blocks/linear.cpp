#include "models/blocks/linear.h"

#include "models/base/step_context.h"
#include "ops/binary.h"
#include "ops/matmul.h"

namespace tern {

Linear load_linear(Weights& weights, const std::string& name, std::int64_t inputs,
                   std::int64_t outputs, ScaleUse scale_use) {
  Linear linear;
  linear.weight = weights.require(name + ".weight", {inputs, outputs, 1, 1});
  linear.bias = weights.find(name + ".bias", {outputs, 1, 1, 1});
  if (scale_use != ScaleUse::none) linear.scale = weights.find(name + ".scale", {1, 1, 1, 1});
  linear.scale_use = scale_use;
  return linear;
}

Tensor* apply(Graph& graph, const Linear& linear, Tensor* x) {
  Tensor* y = matmul(graph, linear.weight, x);
  const bool scale_last = linear.scale_use == ScaleUse::after_bias;
  if (linear.scale != nullptr && !scale_last) y = mul(graph, y, linear.scale);
  if (linear.bias != nullptr) y = add(graph, y, linear.bias);
  if (linear.scale != nullptr && scale_last) y = mul(graph, y, linear.scale);
  return y;
}

Tensor* apply(const StepContext& step, const Linear& linear, Tensor* x) {
  return apply(step.graph, linear, x);
}

}  // namespace tern
