#pragma once

#include "core/graph.h"
#include "core/ops/get_rows.h"

namespace tern {

/// The rows of `table` [n, m] that `rows` (I32 [k]) names, as F32 [n, k].
/// A number outside 0 … m - 1 is found only when computing and gives a row of zeros.
Tensor* get_rows(Graph& graph, Tensor* table, Tensor* rows);

}  // namespace tern
