#include "core/free_list.h"

#include <algorithm>
#include <iterator>

namespace tern {

std::size_t FreeList::take(std::size_t size) {
  auto best = free_.end();
  for (auto it = free_.begin(); it != free_.end(); ++it) {
    if (it->second >= size && (best == free_.end() || it->second < best->second)) best = it;
  }
  if (best == free_.end()) return grow(size);
  const auto [offset, available] = *best;
  free_.erase(best);
  if (available > size) free_.emplace(offset + size, available - size);
  return offset;
}

std::size_t FreeList::grow(std::size_t size) {
  std::size_t offset = end_;
  // A free range at the end is too small, but it can be extended.
  if (!free_.empty()) {
    const auto last = std::prev(free_.end());
    if (last->first + last->second == end_) {
      offset = last->first;
      free_.erase(last);
    }
  }
  end_ = offset + size;
  peak_ = std::max(peak_, end_);
  return offset;
}

void FreeList::give_back(std::size_t offset, std::size_t size) {
  auto next = free_.lower_bound(offset);
  if (next != free_.end() && next->first == offset + size) {
    size += next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    const auto previous = std::prev(next);
    if (previous->first + previous->second == offset) {
      previous->second += size;
      return;
    }
  }
  free_.emplace_hint(next, offset, size);
}

}  // namespace tern
