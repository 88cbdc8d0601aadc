#pragma once

#include "core/graph.h"
#include "core/ops/set_rows.h"

namespace tern {

/// Writes row i of `source` (F32 [n, k, x, y]) to row rows[i] of `target` ([n, m, x, y], any type
/// that floats can be written to) and gives `target` as it is afterwards. The dimensions of `rows`
/// (I32 [k, …]) divide x and y. Numbers outside the target are skipped; if a number comes twice,
/// either row may win.
Tensor* set_rows(Graph& graph, Tensor* target, Tensor* source, Tensor* rows);

}  // namespace tern
