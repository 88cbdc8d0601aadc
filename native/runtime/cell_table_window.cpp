#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "core/text.h"
#include "runtime/cell_table.h"
#include "tern/error.h"

namespace tern {
namespace runtime_cell_table_window {

using Positions = std::map<std::int32_t, std::int32_t>;

/// The lowest position of each sequence among the entries.
Positions first_positions(std::span<const BatchEntry> entries) {
  Positions first;
  for (const BatchEntry& entry : entries) {
    const auto [it, is_new] = first.try_emplace(entry.sequence, entry.position);
    if (!is_new) it->second = std::min(it->second, entry.position);
  }
  return first;
}

}  // namespace runtime_cell_table_window

/// True if a token at this position sees some that were dropped.
bool CellTable::lacks_tokens_before(std::int32_t sequence, std::int32_t position) const {
  const auto it = dropped_.find(sequence);
  return it != dropped_.end() && position + 1 - window_.size < it->second;
}

void CellTable::expect_room(std::span<const BatchEntry> entries) const {
  if (!keeps_only_window()) {
    expect_free(static_cast<std::int64_t>(entries.size()));
    return;
  }
  std::set<std::int32_t> all = sequences();
  for (const auto& [sequence, position] : runtime_cell_table_window::first_positions(entries)) {
    all.insert(sequence);
    if (!lacks_tokens_before(sequence, position)) continue;
    throw RequestError(concat("[cache] expected position ",
                              dropped_.at(sequence) + window_.size - 1, " of sequence ", sequence,
                              " or later, as a window shows no more before it, got ", position));
  }
  if (static_cast<std::int64_t>(all.size()) > kept_sequences_)
    throw RequestError(concat("[cache] expected at most ", kept_sequences_,
                              " sequences, as many as windows are kept of, got ", all.size()));
}

void CellTable::expect_forget(std::int32_t sequence, std::int32_t first, std::int32_t last) const {
  const std::int32_t next = next_position(sequence);
  const bool is_end = last < 0 || last >= next;
  if (first <= 0 || first >= next || !is_end || !lacks_tokens_before(sequence, first)) return;
  throw RequestError(concat("[cache] expected to forget sequence ", sequence, " from position ",
                            dropped_.at(sequence) + window_.size - 1,
                            " on, as a window shows no more before it, or all of it, got ", first));
}

/// What neither these entries nor later ones of other sequences can see.
void CellTable::drop_behind_windows(std::span<const BatchEntry> entries) {
  auto next = runtime_cell_table_window::first_positions(entries);
  for (const std::int32_t sequence : sequences()) next.try_emplace(sequence, next_position(sequence));
  for (const auto& [sequence, position] : next) {
    const auto first = static_cast<std::int32_t>(
        std::max<std::int64_t>(0, position + 1 - window_.size));
    for (Cell& cell : cells_) {
      if (cell.position >= first || !cell.belongs_to(sequence)) continue;
      dropped_[sequence] = std::max(dropped_[sequence], cell.position + 1);
      std::erase(cell.sequences, sequence);
      if (cell.sequences.empty()) clear(cell);
    }
  }
}

void CellTable::move_dropped(const PositionShift& shift) {
  const auto it = dropped_.find(shift.sequence);
  if (it != dropped_.end() && shift.contains(it->second))
    it->second = std::max(0, it->second + shift.delta);
}

/// What comes from elsewhere may have been dropped there.
void CellTable::note_dropped(const std::vector<Content>& contents) {
  if (!keeps_only_window()) return;
  std::map<std::int32_t, std::int32_t> first;
  for (const Content& content : contents) {
    for (const std::int32_t sequence : content.sequences) {
      const auto [it, is_new] = first.try_emplace(sequence, content.position);
      if (!is_new) it->second = std::min(it->second, content.position);
    }
  }
  for (const auto& [sequence, position] : first) {
    if (position > 0) dropped_[sequence] = position;
  }
}

}  // namespace tern
