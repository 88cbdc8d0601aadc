#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "models/base/step_context.h"
#include "models/base/window.h"
#include "runtime/memory_part.h"
#include "tern/batch.h"

namespace tern {

/// Which token lies in which cell of the cache. Any token may lie in any cell; a token may belong
/// to several sequences.
class CellTable {
 public:
  explicit CellTable(std::int64_t cells, const Window& window = {}, bool causal = true,
                     bool distances = false)
      : cells_(static_cast<std::size_t>(cells)),
        window_(window),
        causal_(causal),
        distances_(distances) {}

  /// From here on, tokens that no later one can see are dropped when others come. So there must be
  /// room for `sequences` windows and the tokens of a step only. For sliding windows.
  void keep_only_window(std::int64_t sequences) { kept_sequences_ = sequences; }

  std::int64_t size() const { return static_cast<std::int64_t>(cells_.size()); }
  std::int64_t used() const { return used_; }
  /// One more than the highest position of a sequence; 0 if it is empty.
  std::int32_t next_position(std::int32_t sequence) const;
  /// The number of leading cells outside of which all are free.
  std::int64_t visible() const;

  /// Throws RequestError if fewer cells are free, or where only the window is kept, if there are
  /// more sequences or the tokens would see some that were dropped.
  void expect_room(std::span<const BatchEntry> entries) const;
  /// Puts each entry into a free cell. Throws RequestError, and changes nothing, if too few are
  /// free.
  std::vector<std::int32_t> place(std::span<const BatchEntry> entries);
  void release(std::span<const std::int32_t> cells);

  /// Throws RequestError if those that would be next see tokens that were dropped.
  void expect_forget(std::int32_t sequence, std::int32_t first, std::int32_t last) const;
  /// Both work on positions from `first` to before `last`; last < 0: to the end.
  void forget(std::int32_t sequence, std::int32_t first, std::int32_t last);
  /// Lets `to` see what `from` has.
  void share(std::int32_t from, std::int32_t to, std::int32_t first, std::int32_t last);

  /// What is in a cell.
  struct Content {
    std::int32_t position = -1;
    std::vector<std::int32_t> sequences;
  };
  struct Placed {
    std::vector<std::int32_t> cells;  ///< ascending
    std::vector<Content> contents;
  };

  std::set<std::int32_t> sequences() const;
  /// What a sequence sees, or all that is there.
  Placed held(std::optional<std::int32_t> sequence) const;
  /// Throws RequestError unless so many cells would be free if a sequence, or everything, were
  /// forgotten.
  void expect_room_without(std::optional<std::int32_t> sequence, std::int64_t tokens) const;
  /// Puts contents into free cells, as many of which there must be; gives where.
  std::vector<std::int32_t> adopt(const std::vector<Content>& contents);

  /// Throws RequestError if a position would be below 0, or another sequence has the cell too.
  void expect_shift(const PositionShift& shift) const;
  /// Gives the cells whose positions changed.
  std::vector<std::int32_t> shift(const PositionShift& shift);

  /// Writes a row of `visible` values per entry: 0 (or minus the distance) for cells that it sees,
  /// else -infinity.
  void fill_mask(std::span<const BatchEntry> entries, std::int64_t visible,
                 std::span<float> mask) const;

  /// The whole runs of `ratio` positions, for the step whose tokens were placed into `step`.
  RunPlan plan_runs(std::int64_t ratio, std::span<const std::int32_t> step) const;
  /// Blocks of `size` positions, likewise.
  BlockPlan plan_blocks(std::int64_t size, std::span<const std::int32_t> step) const;

 private:
  struct Cell {
    std::int32_t position = -1;           // -1: free
    std::vector<std::int32_t> sequences;  // those that see it; few
    bool belongs_to(std::int32_t sequence) const;
  };

  bool keeps_only_window() const { return kept_sequences_ > 0; }
  bool lacks_tokens_before(std::int32_t sequence, std::int32_t position) const;
  void drop_behind_windows(std::span<const BatchEntry> entries);
  void move_dropped(const PositionShift& shift);
  void note_dropped(const std::vector<Content>& contents);
  void expect_free(std::int64_t tokens) const;
  bool sees(const BatchEntry& entry, const Cell& cell) const;
  std::vector<std::int32_t> by_position(std::int32_t sequence) const;
  void clear(Cell& cell);

  std::vector<Cell> cells_;
  Window window_;
  bool causal_;
  bool distances_;
  std::int64_t used_ = 0;
  std::int64_t kept_sequences_ = 0;                // 0: all tokens are kept
  std::map<std::int32_t, std::int32_t> dropped_;  // by sequence: positions below this one are gone
};

}  // namespace tern
