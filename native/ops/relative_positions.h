#pragma once

#include "core/graph.h"
#include "core/ops/relative_positions.h"

namespace tern {

/// The row of `table` [width, 2 n - 1] (F32 or F16) for each pair of n keys and n queries: that of
/// distance 0 is in the middle, a query behind its key is further on. Gives [width, keys, queries].
Tensor* relative_positions(Graph& graph, Tensor* table);

/// Adds to logits `x` [columns * rows, queries, heads], whose keys lie in an image, what belongs to
/// their column, `across` [columns, queries, heads], and row, `down` [rows, queries, heads].
/// All F32; gives the shape of `x`.
Tensor* add_relative_positions(Graph& graph, Tensor* x, Tensor* across, Tensor* down);

}  // namespace tern
