#pragma once

#include <optional>
#include <vector>

#include "models/blocks/compressor.h"
#include "models/blocks/decoder.h"
#include "models/blocks/indexer.h"

namespace tern {

struct CompressedAttentionSizes {
  std::int64_t heads = 0;
  std::int64_t head = 0;             ///< elements of a head of queries, and of a row
  std::int64_t query_rank = 0;       ///< elements that queries are made from
  std::int64_t groups = 0;           ///< of heads, each with a matrix of its own for what comes out
  std::int64_t rank = 0;             ///< elements that a group gives
  Rotary near;                       ///< in layers without runs
  Rotary far;                        ///< in the others
  std::vector<std::int64_t> ratios;  ///< by layer: tokens of a run; 0: none
};

/// Attention of all heads to one row per token, key and value at once: those of a sliding window,
/// and those that stand for whole runs of tokens.
struct CompressedAttention {
  CompressedAttentionSizes sizes;
  Linear query_down, query, row;
  Norm query_norm, head_norm, row_norm;
  Rotary rotary;
  Tensor* sinks = nullptr;        ///< [heads]
  Tensor* output_down = nullptr;  ///< [heads of a group * head, rank, groups]
  Linear output;
  MemorySlot rows = 0;
  std::size_t window = 0;
  std::optional<Compressor> runs;
  std::optional<Indexer> indexer;  ///< chooses runs, with keys that "index" makes of them
  Compressor index;
};

CompressedAttentionSizes read_compressed_attention(const ModelLoader& model);

CompressedAttention load_compressed_attention(LayerLoader& load,
                                              const CompressedAttentionSizes& sizes);

Tensor* apply(const StepContext& step, const CompressedAttention& attention, Tensor* x);

}  // namespace tern
