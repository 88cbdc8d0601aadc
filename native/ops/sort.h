#pragma once

#include "core/graph.h"
#include "core/ops/sort.h"

namespace tern {

/// The columns of each row of `x` (F32 [n, …]) in the order of their values: I32 [n, …].
Tensor* argsort(Graph& graph, Tensor* x, SortOrder order);

/// The columns of the `count` largest values of each row, the largest first: I32 [count, …].
Tensor* top_k(Graph& graph, Tensor* x, std::int64_t count);

/// The column of the largest value of each row of `x` (F32 [n, m]): I32 [m].
Tensor* argmax(Graph& graph, Tensor* x);

}  // namespace tern
