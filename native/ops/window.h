#pragma once

#include "core/graph.h"
#include "core/ops/window.h"

namespace tern {

/// Cuts [width, columns, rows] into square windows; what lies outside is zero. Gives [width, size,
/// size, windows], windows row by row.
Tensor* window_part(Graph& graph, Tensor* x, std::int32_t size);

/// Puts windows together again and drops what lies outside; gives [width, columns, rows].
Tensor* window_join(Graph& graph, Tensor* x, std::int64_t columns, std::int64_t rows);

}  // namespace tern
