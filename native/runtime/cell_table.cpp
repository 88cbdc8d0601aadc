#include <algorithm>
#include <limits>

#include "core/text.h"
#include "runtime/kv_cache.h"
#include "tern/error.h"

namespace tern {

std::int32_t CellTable::next_position(std::int32_t sequence) const {
  std::int32_t next = 0;
  for (const Cell& cell : cells_) {
    if (cell.sequence == sequence) next = std::max(next, cell.position + 1);
  }
  return next;
}

std::int64_t CellTable::visible() const {
  std::size_t end = cells_.size();
  while (end > 0 && cells_[end - 1].position < 0) --end;
  return static_cast<std::int64_t>(end);
}

void CellTable::expect_room(std::int64_t tokens) const {
  if (tokens <= size() - used_) return;
  throw RequestError(concat("[cache] expected at most ", size() - used_, " more tokens, got ",
                            tokens, "; the context holds ", size()));
}

std::vector<std::int32_t> CellTable::place(std::span<const BatchEntry> entries) {
  expect_room(static_cast<std::int64_t>(entries.size()));
  std::vector<std::int32_t> placed;
  placed.reserve(entries.size());
  for (std::size_t cell = 0; placed.size() < entries.size(); ++cell) {
    if (cells_[cell].position >= 0) continue;
    const BatchEntry& entry = entries[placed.size()];
    cells_[cell] = {entry.position, entry.sequence};
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
  for (Cell& cell : cells_) {
    const bool inside = cell.position >= first && (last < 0 || cell.position < last);
    if (cell.position >= 0 && cell.sequence == sequence && inside) clear(cell);
  }
}

void CellTable::fill_mask(std::span<const BatchEntry> entries, std::int64_t visible,
                          std::span<float> mask) const {
  constexpr float hidden = -std::numeric_limits<float>::infinity();
  std::size_t at = 0;
  for (const BatchEntry& entry : entries) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(visible); ++i) {
      const Cell& cell = cells_[i];
      const bool seen =
          cell.sequence == entry.sequence && cell.position >= 0 && cell.position <= entry.position;
      mask[at++] = seen ? 0.0f : hidden;
    }
  }
}

}  // namespace tern
