#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/base/memory_layout.h"
#include "runtime/devices/spread.h"
#include "tern/model.h"

namespace tern {

/// Where weights and caches are cut when devices share all layers: attention between groups of
/// heads that share keys, feed-forward blocks and experts across their width.
class CutPlan {
 public:
  CutPlan(const Model& model, std::vector<double> shares);

  /// How the outputs (dimension 1) of a matrix are cut; nothing: it stays whole.
  std::optional<Cut> of_outputs(const Tensor& weight) const;
  /// How the columns of a cache are cut.
  std::optional<Cut> of_cells(const CellMemory& cells) const;

 private:
  std::optional<Cut> between_heads(int dim, std::int64_t layer, std::int64_t elements) const;
  std::optional<Cut> across_width(const Tensor& weight) const;

  std::vector<double> shares_;
  std::vector<std::int64_t> heads_kv_;  // by layer
};

}  // namespace tern
