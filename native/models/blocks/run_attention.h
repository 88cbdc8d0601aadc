#pragma once

#include "models/blocks/attention.h"
#include "models/blocks/compressor.h"
#include "models/blocks/decoder.h"

namespace tern {

/// Chooses whole runs of tokens: those whose keys, made from the mean of their tokens, score best
/// with small queries. A head that scores below 0 does not count.
struct RunIndexer {
  std::int64_t heads = 0;
  std::int64_t size = 0;    ///< elements of a head
  std::int64_t count = 0;   ///< runs that each token sees at most
  Tensor* query = nullptr;  ///< [embedding, size * heads]
  Norm query_norm;
  Rotary rotary;
  Compressor keys;
};

/// Attention to the chosen runs, and to the tokens behind the last whole one.
struct RunAttention {
  Attention attention;
  RunIndexer indexer;
};

/// Reads attention.indexer.* and loads "indexer.{q,k}_proj" and "indexer.{q,k}_norm"; `ratio`:
/// tokens of a run.
RunIndexer load_run_indexer(LayerLoader& load, const Rotary& rotary, std::int64_t ratio);

Tensor* apply(const StepContext& step, const RunAttention& part, Tensor* x);

}  // namespace tern
