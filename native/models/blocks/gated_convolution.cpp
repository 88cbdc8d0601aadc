#include "models/blocks/gated_convolution.h"

#include "models/blocks/states.h"
#include "ops/binary.h"
#include "ops/layout.h"

namespace tern {

GatedConvolution load_gated_convolution(LayerLoader& load, std::int64_t window) {
  const std::int64_t width = load.h.embedding;
  return {load.linear("shortconv.in_proj", width, 3 * width, ScaleUse::none),
          load_short_convolution(load, "shortconv.conv", window, width),
          load.linear("shortconv.out_proj", width, width, ScaleUse::none)};
}

Tensor* apply(const StepContext& step, const GatedConvolution& mixer, Tensor* x) {
  Graph& graph = step.graph;
  const std::int64_t width = x->shape[0];
  Tensor* all = by_sequence(step, apply(graph, mixer.input, x));
  const auto third = [&](std::int64_t i) {
    return view(graph, all, {width, all->shape[1], all->shape[2], 1}, all->stride,
                row_bytes(all->type, i * width));
  };
  Tensor* y = apply(step, mixer.convolution, mul(graph, third(0), third(2)));
  y = mul(graph, third(1), y);
  return apply(graph, mixer.output, reshape(graph, y, {width, step.count, 1, 1}));
}

}  // namespace tern
