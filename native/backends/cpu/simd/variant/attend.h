#pragma once

#include "backends/cpu/simd/variant/lanes.h"

namespace tern::TERN_SIMD_NAMESPACE {

// The order of additions for a row must not depend on how many rows are taken at once.

inline constexpr int attend_rows = Native::lanes == 16 ? 4 : 2;

/// `rows` × `cells` products, all in registers. Lanes run along the head.
template <int rows, int cells>
TERN_SIMD_INLINE void score_block(const AttendJob& job, std::int64_t row, std::int64_t cell) {
  const float* q = job.q + row * job.head_k;
  const float* k = job.k + cell * job.pitch_k;
  Native::Floats sum[rows][cells];
  TERN_SIMD_UNROLL
  for (int r = 0; r < rows; ++r) {
    TERN_SIMD_UNROLL
    for (int c = 0; c < cells; ++c) sum[r][c] = Native::broadcast(0.0f);
  }
  std::int64_t i = 0;
  for (; i + Native::lanes <= job.head_k; i += Native::lanes) {
    Native::Floats key[cells];
    TERN_SIMD_UNROLL
    for (int c = 0; c < cells; ++c) key[c] = Native::load(k + c * job.pitch_k + i);
    TERN_SIMD_UNROLL
    for (int r = 0; r < rows; ++r) {
      const Native::Floats query = Native::load(q + r * job.head_k + i);
      TERN_SIMD_UNROLL
      for (int c = 0; c < cells; ++c) sum[r][c] = Native::multiply_add(query, key[c], sum[r][c]);
    }
  }
  TERN_SIMD_UNROLL
  for (int r = 0; r < rows; ++r) {
    TERN_SIMD_UNROLL
    for (int c = 0; c < cells; ++c) {
      float total = Native::sum(sum[r][c]);
      for (std::int64_t j = i; j < job.head_k; ++j)
        total += q[r * job.head_k + j] * k[c * job.pitch_k + j];
      job.weights[(row + r) * job.pitch_weights + cell + c] = total;
    }
  }
}

template <int rows>
TERN_SIMD_INLINE void score_rows(const AttendJob& job, std::int64_t row) {
  std::int64_t cell = 0;
  for (; cell + 4 <= job.cells; cell += 4) score_block<rows, 4>(job, row, cell);
  for (; cell < job.cells; ++cell) score_block<rows, 1>(job, row, cell);
}

inline void score(const AttendJob& job) {
  std::int64_t row = 0;
  for (; row + attend_rows <= job.rows; row += attend_rows) score_rows<attend_rows>(job, row);
  for (; row < job.rows; ++row) score_rows<1>(job, row);
}

/// `vectors` registers of the sums of `rows` rows. Lanes run along the head.
template <int rows, int vectors>
TERN_SIMD_INLINE void mix_block(const AttendJob& job, std::int64_t row, std::int64_t element) {
  const float* weights = job.weights + row * job.pitch_weights;
  float* sums = job.sums + row * job.head_v + element;
  Native::Floats sum[rows][vectors];
  TERN_SIMD_UNROLL
  for (int r = 0; r < rows; ++r) {
    TERN_SIMD_UNROLL
    for (int i = 0; i < vectors; ++i)
      sum[r][i] = Native::load(sums + r * job.head_v + i * Native::lanes);
  }
  for (std::int64_t cell = 0; cell < job.cells; ++cell) {
    const float* v = job.v + cell * job.pitch_v + element;
    Native::Floats value[vectors];
    TERN_SIMD_UNROLL
    for (int i = 0; i < vectors; ++i) value[i] = Native::load(v + i * Native::lanes);
    TERN_SIMD_UNROLL
    for (int r = 0; r < rows; ++r) {
      const Native::Floats weight = Native::broadcast(weights[r * job.pitch_weights + cell]);
      TERN_SIMD_UNROLL
      for (int i = 0; i < vectors; ++i)
        sum[r][i] = Native::multiply_add(weight, value[i], sum[r][i]);
    }
  }
  TERN_SIMD_UNROLL
  for (int r = 0; r < rows; ++r) {
    TERN_SIMD_UNROLL
    for (int i = 0; i < vectors; ++i)
      Native::store(sums + r * job.head_v + i * Native::lanes, sum[r][i]);
  }
}

template <int rows>
TERN_SIMD_INLINE void mix_rows(const AttendJob& job, std::int64_t row) {
  constexpr int vectors = Native::lanes == 16 ? 4 : 2;
  std::int64_t i = 0;
  for (; i + vectors * Native::lanes <= job.head_v; i += vectors * Native::lanes)
    mix_block<rows, vectors>(job, row, i);
  for (; i + Native::lanes <= job.head_v; i += Native::lanes) mix_block<rows, 1>(job, row, i);
  for (; i < job.head_v; ++i) {
    for (std::int64_t r = row; r < row + rows; ++r) {
      float& sum = job.sums[r * job.head_v + i];
      for (std::int64_t cell = 0; cell < job.cells; ++cell)
        sum += job.weights[r * job.pitch_weights + cell] * job.v[cell * job.pitch_v + i];
    }
  }
}

inline void mix(const AttendJob& job) {
  std::int64_t row = 0;
  for (; row + 4 <= job.rows; row += 4) mix_rows<4>(job, row);
  for (; row < job.rows; ++row) mix_rows<1>(job, row);
}

}  // namespace tern::TERN_SIMD_NAMESPACE
