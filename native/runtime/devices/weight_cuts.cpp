#include "runtime/devices/weight_cuts.h"

#include <cstring>

namespace tern {
namespace runtime_weight_cuts {

/// True if the part lies in one piece where it is.
bool is_one_piece(const Tensor& weight, int dim) {
  for (auto outer = static_cast<std::size_t>(dim) + 1; outer < max_dims; ++outer) {
    if (weight.shape[outer] != 1) return false;
  }
  return true;
}

std::size_t start_of(const Tensor& weight, int dim, std::int64_t first) {
  if (dim == 0) return row_bytes(weight.type, first);
  return static_cast<std::size_t>(first) * weight.stride[static_cast<std::size_t>(dim)];
}

}  // namespace runtime_weight_cuts

Tensor* WeightCuts::part(const Tensor& weight, int dim, std::int64_t first, std::int64_t end) {
  using namespace runtime_weight_cuts;
  const auto [it, is_new] = parts_.try_emplace({&weight, dim, first, end}, weight);
  Tensor& part = it->second;
  if (!is_new) return &part;
  part.shape[static_cast<std::size_t>(dim)] = end - first;
  part.stride = contiguous_strides(part.type, part.shape);
  part.data = is_one_piece(weight, dim) ? weight.data + start_of(weight, dim, first)
                                        : copy(weight, dim, first, part);
  return &part;
}

std::byte* WeightCuts::copy(const Tensor& weight, int dim, std::int64_t first, const Tensor& part) {
  std::vector<std::byte>& bytes = copies_.emplace_back(byte_span(part));
  std::byte* next = bytes.data();
  const std::int64_t row = dim == 1 ? first : 0;
  const std::size_t start = dim == 1 ? 0 : runtime_weight_cuts::start_of(weight, dim, first);
  for (std::int64_t i2 = 0; i2 < part.shape[2]; ++i2) {
    for (std::int64_t i1 = 0; i1 < part.shape[1]; ++i1, next += part.stride[1])
      std::memcpy(next, weight.row(row + i1, i2) + start, part.stride[1]);
  }
  return bytes.data();
}

}  // namespace tern
