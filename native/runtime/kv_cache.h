#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/backend.h"
#include "models/base/architecture.h"
#include "tern/batch.h"

namespace tern {

/// Which token lies in which cell of the cache. Any token may lie in any cell.
class CellTable {
 public:
  explicit CellTable(std::int64_t cells) : cells_(static_cast<std::size_t>(cells)) {}

  std::int64_t size() const { return static_cast<std::int64_t>(cells_.size()); }
  std::int64_t used() const { return used_; }
  /// One more than the highest position of a sequence; 0 if it is empty.
  std::int32_t next_position(std::int32_t sequence) const;
  /// The number of leading cells outside of which all are free.
  std::int64_t visible() const;

  /// Throws RequestError if fewer cells are free.
  void expect_room(std::int64_t tokens) const;
  /// Puts each entry into a free cell. Throws RequestError, and changes nothing, if too few are
  /// free.
  std::vector<std::int32_t> place(std::span<const BatchEntry> entries);
  void release(std::span<const std::int32_t> cells);
  void forget(std::int32_t sequence, std::int32_t first, std::int32_t last);

  /// Writes a row of `visible` values per entry: 0 for cells that it sees, else -infinity.
  void fill_mask(std::span<const BatchEntry> entries, std::int64_t visible,
                 std::span<float> mask) const;

 private:
  struct Cell {
    std::int32_t position = -1;  // -1: free
    std::int32_t sequence = -1;
  };

  void clear(Cell& cell);

  std::vector<Cell> cells_;
  std::int64_t used_ = 0;
};

/// The memory behind the cells: keys and values of every layer.
class KvCache {
 public:
  KvCache(Backend& backend, const ModelShape& shape, std::int64_t cells, Type type);

  std::span<const LayerCache> layers() const { return layers_; }
  std::size_t bytes() const { return buffer_->size(); }

 private:
  Tensor* add(Type type, std::int64_t width, std::int64_t cells);

  std::unique_ptr<Buffer> buffer_;
  std::vector<std::unique_ptr<Tensor>> tensors_;
  std::vector<LayerCache> layers_;
};

}  // namespace tern
