#pragma once

#include "core/graph.h"
#include "core/ops/convolution.h"

namespace tern {

/// Stride, padding and dilation of one direction.
struct Stepping {
  std::int32_t stride = 1;
  std::int32_t padding = 0;
  std::int32_t dilation = 1;
};

/// Cross-correlation, as is usual. `x` is F32, kernels F32, F16 or BF16 and contiguous.

/// `x` [width, channels, images], `kernel` [size, channels / groups, outputs]; gives [width,
/// outputs, images].
Tensor* conv_1d(Graph& graph, Tensor* kernel, Tensor* x, Stepping along, std::int32_t groups = 1);

/// `x` [width, height, channels, images], `kernel` [width, height, channels / groups, outputs];
/// gives [width, height, outputs, images].
Tensor* conv_2d(Graph& graph, Tensor* kernel, Tensor* x, Stepping across, Stepping down,
                std::int32_t groups = 1);

/// Each channel with a kernel of its own: `kernel` [width, height, 1, channels].
Tensor* conv_2d_depthwise(Graph& graph, Tensor* kernel, Tensor* x, Stepping across, Stepping down);

/// `x` [width, height, depth, channels * images], `kernel` [width, height, depth, channels *
/// outputs]; gives [width, height, depth, outputs * images].
Tensor* conv_3d(Graph& graph, Tensor* kernel, Tensor* x, const std::array<Stepping, 3>& stepping,
                std::int32_t channels);

}  // namespace tern
