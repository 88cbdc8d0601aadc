#pragma once

#include <cstddef>
#include <map>

namespace tern {

/// Hands out ranges of an address space that grows at its end. Best fit; freed neighbours merge.
class FreeList {
 public:
  std::size_t take(std::size_t size);
  void give_back(std::size_t offset, std::size_t size);

  /// The end of the highest range ever taken.
  std::size_t peak() const { return peak_; }

 private:
  std::size_t grow(std::size_t size);

  std::map<std::size_t, std::size_t> free_;  // offset → size
  std::size_t end_ = 0;
  std::size_t peak_ = 0;
};

}  // namespace tern
