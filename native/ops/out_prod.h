#pragma once

#include "core/graph.h"
#include "core/ops/out_prod.h"

namespace tern {

/// Sums of outer products of the rows of `a` (F32 [m, k, x, y]) and `b` (F32 [n, k, X, Y]): F32
/// [m, n, X, Y]. X and Y are multiples of x and y; `a` is shared by consecutive matrices of `b`.
Tensor* out_prod(Graph& graph, Tensor* a, Tensor* b);

}  // namespace tern
