#pragma once

#include <cstdint>
#include <vector>

#include "models/base/metadata.h"

namespace tern {

/// The sizes that all transformers share. What may differ between layers is that of the first one;
/// layer() gives those of another.
struct Hparams {
  std::int64_t context = 0;
  std::int64_t embedding = 0;
  std::int64_t layers = 0;  ///< without those that only predict further tokens
  std::int64_t drafts = 0;  ///< those, behind the others
  std::int64_t ffn = 0;
  std::int64_t heads = 0;
  std::int64_t heads_kv = 0;
  std::int64_t head_k = 0;  ///< elements of a head of queries and keys
  std::int64_t head_v = 0;
  float attention_scale = 0.0f;

  std::vector<std::int64_t> layer_ffn, layer_heads, layer_heads_kv;

  /// All layers; lists have an element for each.
  std::int64_t blocks() const { return layers + drafts; }

  Hparams layer(std::size_t index) const;
};

/// Throws ModelError naming the key that is missing or does not fit the others.
Hparams read_hparams(const Metadata& metadata);

/// Only context, embedding and layers, for models without attention.
Hparams read_basic_hparams(const Metadata& metadata);

}  // namespace tern
