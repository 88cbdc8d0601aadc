#pragma once

#include <cstdint>

#include "models/base/metadata.h"

namespace tern {

/// The sizes that all transformers share.
struct Hparams {
  std::int64_t context = 0;
  std::int64_t embedding = 0;
  std::int64_t layers = 0;
  std::int64_t ffn = 0;
  std::int64_t heads = 0;
  std::int64_t heads_kv = 0;
  std::int64_t head_k = 0;  ///< elements of a head of queries and keys
  std::int64_t head_v = 0;
  float attention_scale = 0.0f;
};

/// Throws ModelError naming the key that is missing or does not fit the others.
Hparams read_hparams(const Metadata& metadata);

/// Refuses features that change the result and that the dense decoder architectures do not have.
void expect_dense_causal(const Metadata& metadata);

}  // namespace tern
