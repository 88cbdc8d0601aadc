#pragma once

#include <cstdint>
#include <vector>

#include "models/blocks/gated_streams.h"

namespace tern {

/// Rows of a table for the last tokens at each position: for two of them, for three … up to `size`,
/// each set hashed by several heads with a part of the table each.
struct NgramHash {
  std::int64_t size = 0;
  std::int64_t heads_each = 0;  ///< of each number of tokens
  std::int32_t end = 0;         ///< a token that hides what is before it, and stands for it
  std::vector<std::uint64_t> multipliers;  ///< [size]
  std::vector<std::uint64_t> first, rows;  ///< [heads]: of the part of each head

  std::int64_t heads() const { return (size - 1) * heads_each; }
  /// `last`: the tokens up to a position, the last one first; -1 where there is none.
  void append_rows(std::vector<std::int32_t> last, std::vector<std::int32_t>& to) const;
};

/// Adds to streams what a table knows about the last tokens: a value, which each stream lets in as
/// far as its key fits, and the same convolved with what came `size`, 2 * `size` … tokens before.
struct NgramEmbedding {
  GatedStreams streams;  ///< width, count and epsilon
  NgramHash hash;
  Tensor* table = nullptr;  ///< [width / heads, rows]
  Tensor* key = nullptr;    ///< [width, width * count]
  Tensor* value = nullptr;  ///< [width, width]
  Tensor* key_norm = nullptr;
  Tensor* query_norm = nullptr;
  Tensor* value_norm = nullptr;  ///< [width * count], as are the other two
  Tensor* kernel = nullptr;      ///< [taps, width * count]
  MemorySlot slot = 0;
};

/// Reads ple.*, asks for memory and the last tokens, loads "per_layer_token_embd" and "ple_*".
NgramEmbedding load_ngrams(LayerLoader& load, const GatedStreams& streams);

/// x: [width * count, tokens]; the same out.
Tensor* apply(const StepContext& step, const NgramEmbedding& ngrams, Tensor* x);

}  // namespace tern
