#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/backend.h"
#include "runtime/split.h"
#include "tern/batch.h"

namespace tern {

/// The places of the entries that want logits.
std::vector<std::int32_t> wanted_rows(std::span<const BatchEntry> entries);

/// What the steps of a batch give, in the order of the batch, whatever the order in which it was
/// computed.
class ResultRows {
 public:
  void clear() { rows_.clear(); }
  /// The rows of the wanted entries of a part.
  void add(Backend& backend, const Tensor& result, const Batch& batch, const StepEntries& part);
  void replace(std::vector<float> rows) { rows_ = std::move(rows); }
  std::span<const float> rows() const { return rows_; }

 private:
  std::vector<float> rows_;
};

}  // namespace tern
