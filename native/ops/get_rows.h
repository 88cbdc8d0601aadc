#pragma once

#include "core/graph.h"
#include "core/ops/get_rows.h"

namespace tern {

/// The rows of `table` ([n, m, x, y]) that `rows` (I32 [k, x, y]) names, each in its own matrix of
/// the table, as F32 (I32 of a table of I32) [n, k, x, y]. A number outside 0 … m - 1 is found only
/// when computing and gives a row of zeros.
Tensor* get_rows(Graph& graph, Tensor* table, Tensor* rows);

}  // namespace tern
