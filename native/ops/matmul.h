#pragma once

#include "core/graph.h"
#include "core/ops/matmul.h"

namespace tern {

/// Products of the rows of `a` [k, m, x, y] with the rows of `b` (F32 [k, n, X, Y]): F32
/// [m, n, X, Y]. X and Y are multiples of x and y; `a` is shared by consecutive matrices of `b`.
/// Rows of `a` need not be contiguous unless its type is quantised.
Tensor* matmul(Graph& graph, Tensor* a, Tensor* b);

}  // namespace tern
