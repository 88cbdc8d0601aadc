#pragma once

#include "core/graph.h"
#include "core/ops/layout.h"

namespace tern {

/// Any other shape and strides over the memory of `x`, from `offset` bytes on; must stay inside.
Tensor* view(Graph& graph, Tensor* x, const Shape& shape, const Strides& stride,
             std::size_t offset);

/// Another shape with as many elements over a contiguous `x`.
Tensor* reshape(Graph& graph, Tensor* x, const Shape& shape);

/// Reorders dimensions: dimension i of `x` becomes dimension order[i] of the result.
Tensor* permute(Graph& graph, Tensor* x, const std::array<int, max_dims>& order);

}  // namespace tern
