#pragma once

#include <cstddef>
#include <vector>

#include "backends/gpu/device.h"

namespace tern {

/// What was read and written since the last barrier: calls that do not touch each other's results
/// may run at once.
class GpuRanges {
 public:
  struct Range {
    GpuMemory memory;
    std::size_t begin;
    std::size_t end;
  };

  /// True if a call may start before those that were added have ended.
  bool allow(const std::vector<Range>& reads, const std::vector<Range>& writes) const;
  void add(const std::vector<Range>& reads, const std::vector<Range>& writes);
  void clear();

 private:
  std::vector<Range> reads_;
  std::vector<Range> writes_;
};

}  // namespace tern
