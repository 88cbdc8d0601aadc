#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tern {

/// One token of a batch.
struct BatchEntry {
  std::int32_t token = 0;
  std::int32_t position = 0;  ///< from 0; its distance to other tokens is what matters
  std::int32_t sequence = 0;  ///< tokens see only tokens of their own sequence
  bool wants_logits = false;
};

/// Tokens that are computed together. A token sees those of its sequence with a position not
/// above its own, in this batch and in the cache. Where a session splits a batch, earlier parts do
/// not see later ones, so positions should ascend.
using Batch = std::vector<BatchEntry>;

enum class WantLogits { none, last, all };

/// Consecutive tokens of one sequence, the first at `first_position`.
Batch make_batch(std::span<const std::int32_t> tokens, std::int32_t first_position, WantLogits want,
                 std::int32_t sequence = 0);

}  // namespace tern
