#include <limits>
#include <map>
#include <utility>

#include "runtime/cell_table.h"

namespace tern {
namespace runtime_cell_table_blocks {

/// Cells that the same sequences see are numbered alike, block by block.
template <class Cell>
void number_cells(BlockPlan& plan, const std::vector<Cell>& cells, std::int64_t size) {
  std::map<std::pair<std::int64_t, std::vector<std::int32_t>>, std::int32_t> numbers;
  plan.of_cell.assign(cells.size(), -1);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].position < 0) continue;
    const std::int64_t place = cells[i].position / size;
    const auto next = static_cast<std::int32_t>(plan.starts.size());
    const auto [it, is_new] = numbers.try_emplace({place, cells[i].sequences}, next);
    if (is_new) {
      plan.starts.push_back(static_cast<std::int32_t>(place * size));
      plan.members.insert(plan.members.end(), static_cast<std::size_t>(size), -1);
    }
    plan.of_cell[i] = it->second;
    const std::int64_t member = it->second * size + cells[i].position % size;
    plan.members[static_cast<std::size_t>(member)] = static_cast<std::int32_t>(i);
  }
}

}  // namespace runtime_cell_table_blocks

BlockPlan CellTable::plan_blocks(std::int64_t size, std::span<const std::int32_t> step) const {
  constexpr float hidden = -std::numeric_limits<float>::infinity();
  BlockPlan plan;
  runtime_cell_table_blocks::number_cells(plan, cells_, size);
  for (const std::int32_t number : step) {
    const Cell& cell = cells_[static_cast<std::size_t>(number)];
    const BatchEntry entry{0, cell.position, cell.sequences.front(), false};
    for (const std::int32_t member : plan.members) {
      const bool is_seen = member >= 0 && sees(entry, cells_[static_cast<std::size_t>(member)]);
      plan.mask.push_back(is_seen ? 0.0f : hidden);
    }
  }
  plan.count = static_cast<std::int64_t>(plan.starts.size());
  return plan;
}

}  // namespace tern
