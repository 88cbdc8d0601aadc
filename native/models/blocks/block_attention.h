#pragma once

#include "models/blocks/attention.h"
#include "models/blocks/decoder.h"

namespace tern {

/// Chooses blocks of positions, for each head of keys by a small head of its own: those with the
/// token that scores best, and always the nearest ones.
struct BlockIndexer {
  std::int64_t heads = 0;
  std::int64_t size = 0;    ///< elements of a head
  std::int64_t block = 0;   ///< positions of a block
  std::int64_t count = 0;   ///< blocks that each token sees at most
  std::int64_t near = 0;    ///< blocks, from that of the token on, that it sees in any case
  Tensor* query = nullptr;  ///< [embedding, size * heads]
  Tensor* key = nullptr;    ///< [embedding, size]
  Norm query_norm, key_norm;
  Rotary rotary;
  MemorySlot keys = 0;
  std::size_t window = 0;
};

/// Attention to the chosen blocks.
struct BlockAttention {
  Attention attention;
  BlockIndexer indexer;
};

/// Reads attention.indexer.* and loads "indexer.{q,k}_proj" and "indexer.{q,k}_norm".
BlockIndexer load_block_indexer(LayerLoader& load, const Rotary& rotary);

Tensor* apply(const StepContext& step, const BlockAttention& part, Tensor* x);

}  // namespace tern
