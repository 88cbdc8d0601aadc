#pragma once

#include "core/graph.h"
#include "core/ops/convolution_transpose.h"

namespace tern {

/// Each element of `x` adds the kernel, times itself, at its place times `stride`.

/// `x` F32 [width, channels, images], `kernel` F32, F16 or BF16 [size, outputs, channels]; gives
/// F32 [(width - 1) * stride + size, outputs, images].
Tensor* conv_transpose_1d(Graph& graph, Tensor* kernel, Tensor* x, std::int32_t stride);

/// `x` F32 [width, height, channels, images], `kernel` [width, height, outputs, channels]; sizes of
/// the result as in one dimension.
Tensor* conv_transpose_2d(Graph& graph, Tensor* kernel, Tensor* x, std::int32_t stride);

}  // namespace tern
