#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <vector>

#include "core/tensor.h"

namespace tern {

/// Parts of weights, made when they are first used. They live as long as this object.
class WeightCuts {
 public:
  /// Elements from `first` to before `end` along a dimension; 0 only between blocks.
  Tensor* part(const Tensor& weight, int dim, std::int64_t first, std::int64_t end);

 private:
  std::byte* copy(const Tensor& weight, int dim, std::int64_t first, const Tensor& part);

  std::map<std::tuple<const Tensor*, int, std::int64_t, std::int64_t>, Tensor> parts_;
  std::deque<std::vector<std::byte>> copies_;
};

}  // namespace tern
