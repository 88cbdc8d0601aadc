#pragma once

#include "core/graph.h"
#include "core/ops/convolution.h"
#include "core/ops/im2col.h"

namespace tern {

/// What a kernel sees at each of its places, as columns for a matrix product: by rank [size, width,
/// images], [size, width, height, images] or [size, width, height, depth * images], where size is
/// channels * the sizes of the kernel, width running fastest and channels slowest. `x` holds F32
/// images (core/ops/convolution.h); `type` is F32 or F16. params.groups is not used.
Tensor* im2col(Graph& graph, Tensor* x, const ConvolutionParams& params, Type type = Type::f32);

/// The gradient of the images `x` for the gradient (F32) of their columns.
Tensor* im2col_back(Graph& graph, Tensor* gradient, Tensor* x, const ConvolutionParams& params);

}  // namespace tern
