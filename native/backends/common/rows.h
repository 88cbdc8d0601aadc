#pragma once

#include <cstdint>

#include "core/tensor.h"

namespace tern {

/// A part of 0 … n - 1.
struct Range {
  std::int64_t begin;
  std::int64_t end;
};

/// What worker `index` of `count` does of `n` pieces; shares differ by one piece at most.
inline Range share_of(std::int64_t n, int index, int count) {
  return {n * index / count, n * (index + 1) / count};
}

/// Place of a row in the dimensions above the first.
struct RowIndex {
  std::int64_t i1;
  std::int64_t i2;
  std::int64_t i3;
};

inline RowIndex row_index(const Shape& shape, std::int64_t row) {
  const std::int64_t i1 = row % shape[1];
  row /= shape[1];
  return {i1, row % shape[2], row / shape[2]};
}

}  // namespace tern
