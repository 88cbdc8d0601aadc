#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "backends/cpu/vector.h"

namespace tern {

/// y[column][row] = row of a · column of b. Pitches count floats from one row or column to the
/// next.
struct TileJob {
  const float* a;
  std::int64_t pitch_a;
  std::int64_t rows;
  const float* b;
  std::int64_t pitch_b;
  std::int64_t columns;
  std::int64_t k;
  float* y;
  std::int64_t pitch_y;
};

/// One way to multiply. Each gives the same bits for an element whatever the size of the tile, but
/// two of them may round differently.
struct TileKernel {
  std::string_view name;
  void (*run)(const TileJob& job);
};

/// Those that this processor can run; the last one is the fastest.
std::span<const TileKernel> tile_kernels();

/// As many floats as there are lanes. Where registers are narrower, compilers take several.
using Vector __attribute__((vector_size(lanes * sizeof(float)))) = float;

/// A part of a tile: `rows` × `columns` products, all in registers.
template <int rows, int columns>
[[gnu::always_inline]] inline void multiply_block(const TileJob& job, std::int64_t row,
                                                  std::int64_t column) {
  const float* a = job.a + row * job.pitch_a;
  const float* b = job.b + column * job.pitch_b;
  Vector sum[rows][columns] = {};
  std::int64_t i = 0;
  for (; i + lanes <= job.k; i += lanes) {
    Vector right[columns];
    for (int c = 0; c < columns; ++c)
      std::memcpy(&right[c], b + c * job.pitch_b + i, sizeof(Vector));
    for (int r = 0; r < rows; ++r) {
      Vector left;
      std::memcpy(&left, a + r * job.pitch_a + i, sizeof left);
      for (int c = 0; c < columns; ++c) sum[r][c] += left * right[c];
    }
  }
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      Lanes lane;
      std::memcpy(lane.data(), &sum[r][c], sizeof lane);
      float total = sum_lanes(lane);
      for (std::int64_t j = i; j < job.k; ++j)
        total += a[r * job.pitch_a + j] * b[c * job.pitch_b + j];
      job.y[(column + c) * job.pitch_y + row + r] = total;
    }
  }
}

template <int columns>
[[gnu::always_inline]] inline void multiply_columns(const TileJob& job, std::int64_t column) {
  std::int64_t row = 0;
  for (; row + 4 <= job.rows; row += 4) multiply_block<4, columns>(job, row, column);
  for (; row < job.rows; ++row) multiply_block<1, columns>(job, row, column);
}

/// The whole tile; `wide` columns at once, as many as there are registers for.
template <int wide>
[[gnu::always_inline]] inline void multiply_tile(const TileJob& job) {
  std::int64_t column = 0;
  for (; column + wide <= job.columns; column += wide) multiply_columns<wide>(job, column);
  for (; column < job.columns; ++column) multiply_columns<1>(job, column);
}

}  // namespace tern
