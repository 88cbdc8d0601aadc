#include "runtime/cell_table.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "core/text.h"
#include "tern/error.h"

namespace tern {
namespace runtime_cell_table {

bool inside(std::int32_t position, std::int32_t first, std::int32_t last) {
  return position >= first && (last < 0 || position < last);
}

}  // namespace runtime_cell_table

bool CellTable::Cell::belongs_to(std::int32_t sequence) const {
  return std::find(sequences.begin(), sequences.end(), sequence) != sequences.end();
}

std::int32_t CellTable::next_position(std::int32_t sequence) const {
  std::int32_t next = 0;
  for (const Cell& cell : cells_) {
    if (cell.belongs_to(sequence)) next = std::max(next, cell.position + 1);
  }
  return next;
}

std::int64_t CellTable::visible() const {
  std::size_t end = cells_.size();
  while (end > 0 && cells_[end - 1].position < 0) --end;
  return static_cast<std::int64_t>(end);
}

void CellTable::expect_free(std::int64_t tokens) const {
  if (tokens <= size() - used_) return;
  throw RequestError(concat("[cache] expected at most ", size() - used_, " more tokens, got ",
                            tokens, "; the context holds ", size()));
}

std::vector<std::int32_t> CellTable::place(std::span<const BatchEntry> entries) {
  if (keeps_only_window()) drop_behind_windows(entries);
  expect_free(static_cast<std::int64_t>(entries.size()));
  std::vector<std::int32_t> placed;
  placed.reserve(entries.size());
  for (std::size_t cell = 0; placed.size() < entries.size(); ++cell) {
    if (cells_[cell].position >= 0) continue;
    const BatchEntry& entry = entries[placed.size()];
    cells_[cell] = {entry.position, {entry.sequence}};
    placed.push_back(static_cast<std::int32_t>(cell));
  }
  used_ += static_cast<std::int64_t>(entries.size());
  return placed;
}

void CellTable::clear(Cell& cell) {
  cell = {};
  --used_;
}

void CellTable::release(std::span<const std::int32_t> cells) {
  for (const std::int32_t cell : cells) clear(cells_[static_cast<std::size_t>(cell)]);
}

void CellTable::forget(std::int32_t sequence, std::int32_t first, std::int32_t last) {
  if (first <= 0 && (last < 0 || last >= next_position(sequence))) dropped_.erase(sequence);
  for (Cell& cell : cells_) {
    if (!cell.belongs_to(sequence) || !runtime_cell_table::inside(cell.position, first, last))
      continue;
    std::erase(cell.sequences, sequence);
    if (cell.sequences.empty()) clear(cell);
  }
}

void CellTable::share(std::int32_t from, std::int32_t to, std::int32_t first, std::int32_t last) {
  if (const auto it = dropped_.find(from); it != dropped_.end())
    dropped_[to] = std::max(dropped_[to], it->second);
  for (Cell& cell : cells_) {
    const bool shared =
        cell.belongs_to(from) && runtime_cell_table::inside(cell.position, first, last);
    if (shared && !cell.belongs_to(to)) cell.sequences.push_back(to);
  }
}

bool CellTable::sees(const BatchEntry& entry, const Cell& cell) const {
  if (cell.position < 0 || !cell.belongs_to(entry.sequence)) return false;
  if (causal_ && cell.position > entry.position) return false;
  return reaches(window_, entry.position, cell.position);
}

void CellTable::fill_mask(std::span<const BatchEntry> entries, std::int64_t visible,
                          std::span<float> mask) const {
  constexpr float hidden = -std::numeric_limits<float>::infinity();
  std::size_t at = 0;
  for (const BatchEntry& entry : entries) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(visible); ++i) {
      const auto distance = static_cast<float>(std::abs(cells_[i].position - entry.position));
      mask[at++] = !sees(entry, cells_[i]) ? hidden : distances_ ? -distance : 0.0f;
    }
  }
}

}  // namespace tern
