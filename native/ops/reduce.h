#pragma once

#include "core/graph.h"
#include "core/ops/reduce.h"

namespace tern {

/// The sum of all elements of `x` (F32): F32 [1].
Tensor* sum_all(Graph& graph, Tensor* x);

/// The sum of each row of `x` (F32 [n, …]): F32 [1, …].
Tensor* sum_rows(Graph& graph, Tensor* x);

/// The mean of each row of `x` (F32 [n, …]): F32 [1, …].
Tensor* mean(Graph& graph, Tensor* x);

/// Sums of each row of `x` (F32 [n, …]) from its start up to each element: F32 [n, …].
Tensor* cumsum(Graph& graph, Tensor* x);

/// How many elements of `a` and `b` (I32 of one shape) are equal: I32 [1].
Tensor* count_equal(Graph& graph, Tensor* a, Tensor* b);

}  // namespace tern
