#include "models/blocks/short_convolution.h"

#include "models/blocks/states.h"
#include "ops/binary.h"
#include "ops/concat.h"
#include "ops/copy.h"
#include "ops/layout.h"
#include "ops/ssm_conv.h"

namespace tern {
namespace blocks_short_convolution {

/// The columns of the tokens behind those that were kept; the last of them are kept in turn.
Tensor* join(const StepContext& step, const ShortConvolution& convolution, Tensor* x) {
  Graph& graph = step.graph;
  const std::int64_t window = convolution.kernel->shape[0];
  const auto [channels, tokens, sequences, one] = x->shape;
  const Shape kept{window - 1, channels, sequences, 1};
  Tensor* before = reshape(graph, load_states(step, convolution.slot), kept);
  Tensor* columns = cont(graph, permute(graph, x, {1, 0, 2, 3}));
  Tensor* all = concat_tensors(graph, before, columns, 0);
  const std::size_t offset = row_bytes(all->type, tokens);
  store_states(step, convolution.slot, view(graph, all, kept, all->stride, offset));
  return all;
}

}  // namespace blocks_short_convolution

ShortConvolution load_short_convolution(LayerLoader& load, const std::string& name,
                                        std::int64_t window, std::int64_t channels) {
  return load_short_convolution(load, name, {window, channels, 1, 1});
}

ShortConvolution load_short_convolution(LayerLoader& load, const std::string& name,
                                        const Shape& shape) {
  const std::int64_t channels = shape[1] * shape[2];
  return {load.tensor(name + ".weight", shape),
          load.find_tensor(name + ".bias", {channels, 1, 1, 1}),
          load.add_state(MemoryKind::convolution, (shape[0] - 1) * channels)};
}

Tensor* apply(const StepContext& step, const ShortConvolution& convolution, Tensor* x) {
  Tensor* all = blocks_short_convolution::join(step, convolution, x);
  const Shape shape{convolution.kernel->shape[0], x->shape[0], 1, 1};
  Tensor* y = ssm_conv(step.graph, all, reshape(step.graph, convolution.kernel, shape));
  return convolution.bias != nullptr ? add(step.graph, y, convolution.bias) : y;
}

}  // namespace tern
