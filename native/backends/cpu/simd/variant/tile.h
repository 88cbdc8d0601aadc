#pragma once

#include "backends/cpu/simd/variant/lanes.h"

namespace tern::TERN_SIMD_NAMESPACE {

/// A part of a tile: `rows` × `columns` products, all in registers. Lanes run along k.
template <int rows, int columns>
TERN_SIMD_INLINE void multiply_block(const TileJob& job, std::int64_t row, std::int64_t column) {
  const float* a = job.a + row * job.pitch_a;
  const float* b = job.b + column * job.pitch_b;
  Native::Floats sum[rows][columns];
  TERN_SIMD_UNROLL
  for (int r = 0; r < rows; ++r) {
    TERN_SIMD_UNROLL
    for (int c = 0; c < columns; ++c) sum[r][c] = Native::broadcast(0.0f);
  }
  std::int64_t i = 0;
  for (; i + Native::lanes <= job.k; i += Native::lanes) {
    Native::Floats right[columns];
    TERN_SIMD_UNROLL
    for (int c = 0; c < columns; ++c) right[c] = Native::load(b + c * job.pitch_b + i);
    TERN_SIMD_UNROLL
    for (int r = 0; r < rows; ++r) {
      const Native::Floats left = Native::load(a + r * job.pitch_a + i);
      TERN_SIMD_UNROLL
      for (int c = 0; c < columns; ++c) sum[r][c] = Native::multiply_add(left, right[c], sum[r][c]);
    }
  }
  TERN_SIMD_UNROLL
  for (int r = 0; r < rows; ++r) {
    TERN_SIMD_UNROLL
    for (int c = 0; c < columns; ++c) {
      float total = Native::sum(sum[r][c]);
      for (std::int64_t j = i; j < job.k; ++j)
        total += a[r * job.pitch_a + j] * b[c * job.pitch_b + j];
      job.y[(column + c) * job.pitch_y + row + r] = total;
    }
  }
}

template <int columns>
TERN_SIMD_INLINE void multiply_columns(const TileJob& job, std::int64_t column) {
  std::int64_t row = 0;
  for (; row + Native::wide_rows <= job.rows; row += Native::wide_rows)
    multiply_block<Native::wide_rows, columns>(job, row, column);
  for (; row < job.rows; ++row) multiply_block<1, columns>(job, row, column);
}

inline void multiply_tile(const TileJob& job) {
  constexpr int wide = Native::lanes == 16 ? 4 : 2;
  std::int64_t column = 0;
  for (; column + wide <= job.columns; column += wide) multiply_columns<wide>(job, column);
  for (; column < job.columns; ++column) multiply_columns<1>(job, column);
}

}  // namespace tern::TERN_SIMD_NAMESPACE
