#pragma once

#include "backends/cpu/simd/variant/drive.h"

namespace tern::TERN_SIMD_NAMESPACE {

#if defined(__AVX512BF16__)

/// Products of pairs of BF16: columns are rounded to it, some at a time.
template <int band_count>
struct PairKernel {
  static constexpr int bands = band_count;
  static constexpr std::int64_t chunk = 512;
  static constexpr std::int64_t pair_bytes = 2 * static_cast<std::int64_t>(half_bytes);

  /// Elements 2i and 2i + 1 of a column.
  using Pairs = std::uint32_t[chunk / 2];

  TERN_SIMD_INLINE static void round_column(const std::byte* from, std::int64_t n, Pairs& to) {
    for (std::int64_t i = 0; i < n; i += 32) {
      const auto rest = static_cast<std::uint64_t>(n - i);
      const auto mask = rest < 32 ? (1u << rest) - 1u : ~0u;
      const auto* x = reinterpret_cast<const float*>(from) + i;
      const __m512 low = _mm512_maskz_loadu_ps(static_cast<__mmask16>(mask), x);
      const __m512 high = _mm512_maskz_loadu_ps(static_cast<__mmask16>(mask >> 16), x + 16);
      const __m512bh both = _mm512_cvtne2ps_pbh(high, low);
      std::memcpy(to + i / 2, &both, sizeof both);
    }
  }

  /// Two elements of each row side by side, of which they stand one behind the other. The second
  /// may be missing.
  TERN_SIMD_INLINE static __m512bh load_pairs(const std::byte* from, bool whole) {
    const __m512i by_row =
        _mm512_set_epi16(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8, 23, 7, 22, 6,
                         21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    const __m512i elements =
        _mm512_maskz_loadu_epi32(static_cast<__mmask16>(whole ? 0xffff : 0xff), from);
    const __m512i pairs = _mm512_permutexvar_epi16(by_row, elements);
    __m512bh result;
    std::memcpy(&result, &pairs, sizeof result);
    return result;
  }

  TERN_SIMD_INLINE static __m512bh broadcast_pair(std::uint32_t pair) {
    const __m512i all = _mm512_set1_epi32(static_cast<int>(pair));
    __m512bh result;
    std::memcpy(&result, &all, sizeof result);
    return result;
  }

  template <int columns>
  TERN_SIMD_INLINE static void add_pairs(const Piece& piece, std::int64_t k, bool whole,
                                         const Pairs* pairs, std::int64_t pair,
                                         __m512 (&sum)[bands][columns]) {
    const std::byte* at = piece.bands + k * static_cast<std::int64_t>(half_bytes);
    __m512bh value[bands];
    TERN_SIMD_UNROLL
    for (int b = 0; b < bands; ++b) {
      const std::byte* from = at + static_cast<std::size_t>(b) * piece.band_bytes;
      value[b] = load_pairs(from, whole);
      fetch_ahead<columns, pair_bytes>(from);
    }
    TERN_SIMD_UNROLL
    for (int c = 0; c < columns; ++c) {
      const __m512bh x = broadcast_pair(pairs[c][pair]);
      TERN_SIMD_UNROLL
      for (int b = 0; b < bands; ++b) sum[b][c] = _mm512_dpbf16_ps(sum[b][c], value[b], x);
    }
  }

  template <int columns>
  TERN_SIMD_INLINE static void run(const Piece& piece) {
    __m512 sum[bands][columns];
    TERN_SIMD_UNROLL
    for (int b = 0; b < bands; ++b) {
      TERN_SIMD_UNROLL
      for (int c = 0; c < columns; ++c) {
        const float* y = piece.y + c * piece.pitch_y + b * band_rows;
        sum[b][c] = piece.begin == 0 ? Native::broadcast(0.0f) : Native::load(y);
      }
    }
    for (std::int64_t first = piece.begin; first < piece.end; first += chunk) {
      const std::int64_t n = piece.end - first < chunk ? piece.end - first : chunk;
      Pairs pairs[columns];
      for (int c = 0; c < columns; ++c) {
        const std::byte* column = piece.columns + static_cast<std::size_t>(c) * piece.column_pitch;
        round_column(column + first * 4, n, pairs[c]);
      }
      std::int64_t i = 0;
      for (; i + 2 <= n; i += 2) add_pairs<columns>(piece, first + i, true, pairs, i / 2, sum);
      if (i < n) add_pairs<columns>(piece, first + i, false, pairs, i / 2, sum);
    }
    TERN_SIMD_UNROLL
    for (int b = 0; b < bands; ++b) {
      TERN_SIMD_UNROLL
      for (int c = 0; c < columns; ++c)
        Native::store(piece.y + c * piece.pitch_y + b * band_rows, sum[b][c]);
    }
  }
};

inline void run_bfloats(const PackedJob& job) { run_packed<PairKernel<2>, PairKernel<1>>(job); }

#else

inline void run_bfloats(const PackedJob& job) { run_floats<FormatBf16>(job); }

#endif

}  // namespace tern::TERN_SIMD_NAMESPACE
