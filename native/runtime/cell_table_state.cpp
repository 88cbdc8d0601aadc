#include <algorithm>
#include <limits>
#include <utility>

#include "core/text.h"
#include "runtime/cell_table.h"
#include "tern/error.h"

namespace tern {

std::set<std::int32_t> CellTable::sequences() const {
  std::set<std::int32_t> all;
  for (const Cell& cell : cells_) all.insert(cell.sequences.begin(), cell.sequences.end());
  return all;
}

CellTable::Placed CellTable::held(std::optional<std::int32_t> sequence) const {
  Placed placed;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const Cell& cell = cells_[i];
    if (cell.position < 0 || (sequence && !cell.belongs_to(*sequence))) continue;
    placed.cells.push_back(static_cast<std::int32_t>(i));
    placed.contents.push_back({cell.position, cell.sequences});
  }
  return placed;
}

void CellTable::expect_room_without(std::optional<std::int32_t> sequence,
                                    std::int64_t tokens) const {
  const auto is_freed = [&](const Cell& cell) {
    const bool ours = sequence && cell.sequences.size() == 1 && cell.belongs_to(*sequence);
    return cell.position >= 0 && (!sequence || ours);
  };
  const std::int64_t room = size() - used_ + std::count_if(cells_.begin(), cells_.end(), is_freed);
  if (tokens > room) {
    throw RequestError(concat("[state] expected at most ", room, " tokens, got ", tokens,
                              "; the context holds ", size()));
  }
}

std::vector<std::int32_t> CellTable::adopt(const std::vector<Content>& contents) {
  note_dropped(contents);
  std::vector<std::int32_t> placed;
  for (std::size_t i = 0; placed.size() < contents.size(); ++i) {
    if (cells_[i].position >= 0) continue;
    const Content& content = contents[placed.size()];
    cells_[i] = {content.position, content.sequences};
    placed.push_back(static_cast<std::int32_t>(i));
  }
  used_ += static_cast<std::int64_t>(contents.size());
  return placed;
}

void CellTable::expect_shift(const PositionShift& shift) const {
  for (const Cell& cell : cells_) {
    if (!cell.belongs_to(shift.sequence) || !shift.contains(cell.position)) continue;
    const std::int64_t moved = std::int64_t{cell.position} + shift.delta;
    if (moved < 0 || moved > std::numeric_limits<std::int32_t>::max() - 1)
      throw RequestError(concat("[cache] expected positions >= 0 after a shift, got ", moved));
    if (cell.sequences.size() > 1) {
      throw RequestError(concat("[cache] expected tokens of sequence ", shift.sequence,
                                " only to shift, got position ", cell.position,
                                ", which others share"));
    }
  }
}

std::vector<std::int32_t> CellTable::shift(const PositionShift& shift) {
  move_dropped(shift);
  std::vector<std::int32_t> moved;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    Cell& cell = cells_[i];
    if (!cell.belongs_to(shift.sequence) || !shift.contains(cell.position)) continue;
    cell.position += shift.delta;
    moved.push_back(static_cast<std::int32_t>(i));
  }
  return moved;
}

}  // namespace tern
