#pragma once

#include "core/graph.h"
#include "core/ops/set_rows.h"

namespace tern {

/// Writes row i of `source` (F32 [n, k]) to row rows[i] of `target` ([n, m], any float type) and
/// gives `target` as it is afterwards. Numbers outside the target are skipped; if a number comes
/// twice, either row may win.
Tensor* set_rows(Graph& graph, Tensor* target, Tensor* source, Tensor* rows);

}  // namespace tern
