#include "backends/gpu/ranges.h"

#include <algorithm>

namespace tern {
namespace gpu_ranges {

bool overlap(const GpuRanges::Range& a, const GpuRanges::Range& b) {
  return a.memory == b.memory && a.begin < b.end && b.begin < a.end;
}

bool any_overlap(const std::vector<GpuRanges::Range>& ranges, const GpuRanges::Range& range) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const GpuRanges::Range& other) { return overlap(other, range); });
}

}  // namespace gpu_ranges

bool GpuRanges::allow(const std::vector<Range>& reads, const std::vector<Range>& writes) const {
  using namespace gpu_ranges;
  const bool overwrites = std::any_of(writes.begin(), writes.end(), [&](const Range& write) {
    return any_overlap(reads_, write) || any_overlap(writes_, write);
  });
  return !overwrites && std::none_of(reads.begin(), reads.end(),
                                     [&](const Range& read) { return any_overlap(writes_, read); });
}

void GpuRanges::add(const std::vector<Range>& reads, const std::vector<Range>& writes) {
  reads_.insert(reads_.end(), reads.begin(), reads.end());
  writes_.insert(writes_.end(), writes.begin(), writes.end());
}

void GpuRanges::clear() {
  reads_.clear();
  writes_.clear();
}

}  // namespace tern
