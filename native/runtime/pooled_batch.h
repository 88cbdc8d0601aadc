#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tern/batch.h"
#include "tern/session.h"

namespace tern {

/// A batch whose sequences get one row each.
class PooledBatch {
 public:
  /// Not for Pooling::none.
  PooledBatch(const Batch& batch, Pooling pooling, bool causal);

  /// The same tokens; those are wanted that the rows are made from.
  const Batch& wanted() const { return batch_; }

  /// One row for each sequence, in the order of their first tokens, from those of wanted tokens.
  std::vector<float> pool(std::span<const float> rows) const;

 private:
  Batch batch_;
  std::vector<std::size_t> owners_;  // of each wanted row: the number of its sequence
  std::size_t sequences_ = 0;
};

}  // namespace tern
