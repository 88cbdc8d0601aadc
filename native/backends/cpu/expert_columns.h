#pragma once

#include <cstdint>
#include <span>

#include "core/tensor.h"

namespace tern {

/// Which columns go to which expert, in memory of others. A column is token * slots + slot.
class ExpertColumns {
 public:
  static std::size_t bytes(const Tensor& ids, std::int64_t experts);

  ExpertColumns(std::byte* memory, const Tensor& ids, std::int64_t experts);

  /// Must come first, on one thread. Leaves out what goes to no expert.
  void sort() const;
  /// In ascending order.
  std::span<const std::int32_t> of(std::int64_t expert) const;

 private:
  const Tensor& ids_;
  std::span<std::int32_t> ends_;  ///< of each expert in `order_`
  std::span<std::int32_t> order_;
};

}  // namespace tern
