#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/tensor.h"

namespace tern {

/// "blk.7.…" gives 7; -1: the weight belongs to no layer.
std::int64_t layer_in(std::string_view name);

/// Which device computes which layer: neighbours stay together, in the order of the devices; what
/// comes behind the last layer counts as one more.
class LayerDevices {
 public:
  LayerDevices(std::int64_t layers, const std::vector<double>& shares);

  std::size_t of_layer(std::int64_t layer) const;
  /// Of the layer that a weight belongs to by its name, as this node uses it; -1 if to none.
  int of_weight(const Tensor& weight, const Tensor& node) const;

 private:
  std::int64_t layers_;
  std::vector<std::int64_t> first_;  // layer of each device
};

}  // namespace tern
