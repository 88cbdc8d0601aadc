#pragma once

#include "core/graph.h"
#include "core/ops/triangle.h"

namespace tern {

/// A part of each matrix of `x` (F32 [n, n, …]); zeros elsewhere.
Tensor* tri(Graph& graph, Tensor* x, Triangle part);

/// Matrices F32 [n, n, …] with the vectors `x` (F32 [n, 1, …]) on their diagonals.
Tensor* diag(Graph& graph, Tensor* x);

/// X with A · X = B, for A (F32 [n, n, x, y], row i in dimension 1) of which only the elements up
/// to the diagonal are read, and B (F32 [k, n, x, y]): F32 [k, n, x, y]. A zero on the diagonal
/// gives infinities.
Tensor* solve_tri(Graph& graph, Tensor* a, Tensor* b);

}  // namespace tern
