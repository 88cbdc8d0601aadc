#pragma once

#include "core/graph.h"
#include "core/ops/col2im.h"

namespace tern {

/// The end of a transposed convolution that was computed as a matrix product: adds up columns,
/// each of `size` elements for every output, that begin `stride` elements apart. `x` is F32, F16 or
/// BF16 [size * outputs, columns], contiguous; gives F32 [(columns - 1) * stride + size -
/// 2 * padding, outputs].
Tensor* col2im_1d(Graph& graph, Tensor* x, std::int64_t outputs, const Col2imParams& params);

}  // namespace tern
