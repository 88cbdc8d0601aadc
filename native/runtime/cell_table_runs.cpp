#include <algorithm>
#include <limits>
#include <map>

#include "runtime/cell_table.h"

namespace tern {
namespace runtime_cell_table_runs {

constexpr float hidden = -std::numeric_limits<float>::infinity();

/// Appends the cells of positions from `first` on; -1 where there is none.
void append(std::vector<std::int32_t>& cells, const std::vector<std::int32_t>& by_position,
            std::int64_t first, std::int64_t count) {
  const auto size = static_cast<std::int64_t>(by_position.size());
  for (std::int64_t p = first; p < first + count; ++p)
    cells.push_back(p < 0 || p >= size ? -1 : by_position[static_cast<std::size_t>(p)]);
}

/// A graph has no empty tensors: one run that nobody sees stands for none.
void pad(RunPlan& plan, std::int64_t ratio, std::size_t tokens) {
  if (plan.ends.empty()) {
    plan.ends.push_back(-1);
    plan.mask.assign(tokens, hidden);
  }
  if (plan.new_ends.empty()) {
    plan.new_ends.push_back(-1);
    plan.starts.push_back(0);
    plan.members.assign(static_cast<std::size_t>(ratio), -1);
    plan.before = plan.members;
  }
  plan.count = static_cast<std::int64_t>(plan.ends.size());
  plan.fresh = static_cast<std::int64_t>(plan.new_ends.size());
}

template <class Cell>
bool share_a_sequence(const Cell& a, const Cell& b) {
  return std::any_of(a.sequences.begin(), a.sequences.end(),
                     [&](std::int32_t one) { return b.belongs_to(one); });
}

/// Numbers the run of each cell. One that lies in runs of several sequences has none: which of them
/// counts depends on who looks.
template <class Cell>
void number_cells(RunPlan& plan, const std::vector<Cell>& cells, std::int64_t ratio) {
  plan.of_cell.assign(cells.size(), -1);
  std::multimap<std::int64_t, std::int32_t> by_place;
  for (std::size_t run = 0; run < plan.ends.size(); ++run) {
    const Cell& end = cells[static_cast<std::size_t>(plan.ends[run])];
    by_place.emplace(end.position / ratio, static_cast<std::int32_t>(run));
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].position < 0) continue;
    int found = 0;
    const auto [first, last] = by_place.equal_range(cells[i].position / ratio);
    for (auto it = first; it != last; ++it) {
      const auto end = plan.ends[static_cast<std::size_t>(it->second)];
      if (share_a_sequence(cells[i], cells[static_cast<std::size_t>(end)]))
        plan.of_cell[i] = ++found == 1 ? it->second : -1;
    }
  }
}

}  // namespace runtime_cell_table_runs

std::vector<std::int32_t> CellTable::by_position(std::int32_t sequence) const {
  std::vector<std::int32_t> cells(static_cast<std::size_t>(next_position(sequence)), -1);
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (cells_[i].belongs_to(sequence))
      cells[static_cast<std::size_t>(cells_[i].position)] = static_cast<std::int32_t>(i);
  }
  return cells;
}

RunPlan CellTable::plan_runs(std::int64_t ratio, std::span<const std::int32_t> step) const {
  using namespace runtime_cell_table_runs;
  const auto ends_run = [&](const Cell& cell) { return (cell.position + 1) % ratio == 0; };
  RunPlan plan;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (cells_[i].position >= 0 && ends_run(cells_[i]))
      plan.ends.push_back(static_cast<std::int32_t>(i));
  }
  std::map<std::int32_t, std::vector<std::int32_t>> sequences;
  for (const std::int32_t number : step) {
    const Cell& cell = cells_[static_cast<std::size_t>(number)];
    const std::int32_t sequence = cell.sequences.front();
    const BatchEntry entry{0, cell.position, sequence, false};
    for (const std::int32_t end : plan.ends)
      plan.mask.push_back(sees(entry, cells_[static_cast<std::size_t>(end)]) ? 0.0f : hidden);
    if (!ends_run(cell)) continue;
    auto& cells = sequences[sequence];
    if (cells.empty()) cells = by_position(sequence);
    plan.new_ends.push_back(number);
    plan.starts.push_back(cell.position + 1 - static_cast<std::int32_t>(ratio));
    append(plan.members, cells, plan.starts.back(), ratio);
    append(plan.before, cells, plan.starts.back() - ratio, ratio);
  }
  number_cells(plan, cells_, ratio);
  pad(plan, ratio, step.size());
  return plan;
}

}  // namespace tern
