#include "backends/cpu/expert_columns.h"

#include <algorithm>
#include <numeric>

namespace tern {
namespace cpu_expert_columns {

/// Calls body(column, expert) for each column that goes to one.
template <class Body>
void for_columns(const Tensor& ids, std::size_t experts, const Body& body) {
  for (std::int64_t token = 0; token < ids.shape[1]; ++token) {
    const auto* row = reinterpret_cast<const std::int32_t*>(ids.row(token));
    for (std::int64_t slot = 0; slot < ids.shape[0]; ++slot) {
      const auto expert = static_cast<std::size_t>(row[slot]);  // negative ones become large
      if (expert < experts) body(static_cast<std::int32_t>(token * ids.shape[0] + slot), expert);
    }
  }
}

}  // namespace cpu_expert_columns

std::size_t ExpertColumns::bytes(const Tensor& ids, std::int64_t experts) {
  return static_cast<std::size_t>(experts + element_count(ids.shape)) * sizeof(std::int32_t);
}

ExpertColumns::ExpertColumns(std::byte* memory, const Tensor& ids, std::int64_t experts)
    : ids_(ids),
      ends_(reinterpret_cast<std::int32_t*>(memory), static_cast<std::size_t>(experts)),
      order_(ends_.data() + ends_.size(), static_cast<std::size_t>(element_count(ids.shape))) {}

void ExpertColumns::sort() const {
  using cpu_expert_columns::for_columns;
  std::fill(ends_.begin(), ends_.end(), 0);
  for_columns(ids_, ends_.size(), [&](std::int32_t, std::size_t expert) { ++ends_[expert]; });
  // Where each begins; grows to where it ends.
  std::exclusive_scan(ends_.begin(), ends_.end(), ends_.begin(), 0);
  for_columns(ids_, ends_.size(), [&](std::int32_t column, std::size_t expert) {
    order_[static_cast<std::size_t>(ends_[expert]++)] = column;
  });
}

std::span<const std::int32_t> ExpertColumns::of(std::int64_t expert) const {
  const auto at = static_cast<std::size_t>(expert);
  const auto first = static_cast<std::size_t>(at == 0 ? 0 : ends_[at - 1]);
  return order_.subspan(first, static_cast<std::size_t>(ends_[at]) - first);
}

}  // namespace tern
