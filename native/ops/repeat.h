#pragma once

#include "core/graph.h"
#include "core/ops/repeat.h"

namespace tern {

/// `x` (any type without blocks) repeated to `shape`, whose dimensions are multiples of those of
/// `x`.
Tensor* repeat(Graph& graph, Tensor* x, const Shape& shape);

/// The gradient of repeat: sums of `x` (F32) that belong to one element of a tensor of `shape`.
Tensor* repeat_back(Graph& graph, Tensor* x, const Shape& shape);

}  // namespace tern
