#pragma once

#include "core/graph.h"
#include "core/ops/lightning_indexer.h"

namespace tern {

/// What sparse attention chooses its cells by.
struct LightningIndexer {
  Tensor* q = nullptr;        ///< F32 [size, heads, tokens, sequences]
  Tensor* k = nullptr;        ///< [size, 1, cells, sequences], any type with floats
  Tensor* weights = nullptr;  ///< F32 [heads, tokens, 1, sequences]
  Tensor* mask = nullptr;     ///< F32 or F16 [cells, tokens, 1, …], repeated over sequences
};

/// For each token and cell: sum over heads of weight * max(q · k, 0), plus mask.
/// Gives F32 [cells, tokens, 1, sequences].
Tensor* lightning_indexer(Graph& graph, const LightningIndexer& indexer);

}  // namespace tern
