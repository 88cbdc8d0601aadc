#pragma once

#include <cstddef>
#include <cstring>

#include "backends/cpu/simd/variant/formats.h"

namespace tern::TERN_SIMD_NAMESPACE {

/// Elements begin … end of k for some bands and columns; sums go on from what is in y.
struct Piece {
  const std::byte* bands;
  std::size_t band_bytes;
  const std::byte* columns;
  std::size_t column_pitch;
  std::int64_t begin;
  std::int64_t end;
  float* y;
  std::int64_t pitch_y;
};

/// What stands behind the bytes of each part of a column.
struct PartTail {
  float scale;
  std::int32_t start;
  float low;
  float unused;
};
static_assert(sizeof(PartTail) == column_tail_bytes);

template <class Number>
TERN_SIMD_INLINE Number load_number(const std::byte* from) {
  Number number;
  std::memcpy(&number, from, sizeof number);
  return number;
}

template <class Format, int columns>
TERN_SIMD_INLINE void add_part(const Bytes* group, const Floats& scale, const Floats& low,
                               const std::byte* column, std::size_t pitch, Floats* sum) {
  TERN_SIMD_UNROLL
  for (int c = 0; c < columns; ++c, column += pitch) {
    const std::byte* tail = column + Format::part;
    Ints total = broadcast_int(load_number<std::int32_t>(tail + offsetof(PartTail, start)));
    TERN_SIMD_UNROLL
    for (int g = 0; g < Format::groups; ++g)
      total = dot<Format::small>(total, group[g], column + 4 * g);
    const Floats scaled = multiply(to_floats(total), load_number<float>(tail));
    sum[c] = multiply_add(scaled, scale, sum[c]);
    if constexpr (Format::low)
      sum[c] = multiply_add(low, load_number<float>(tail + offsetof(PartTail, low)), sum[c]);
  }
}

/// Single columns wait for the memory; its own guesses end at the next page.
template <int columns, std::size_t bytes>
TERN_SIMD_INLINE void fetch_ahead([[maybe_unused]] const std::byte* at) {
#if defined(__GNUC__)
  constexpr std::size_t distance = 3072;
  if constexpr (columns == 1) {
    TERN_SIMD_UNROLL
    for (std::size_t i = 0; i < bytes; i += 64) __builtin_prefetch(at + distance + i);
  }
#endif
}

/// Integer products of one band with some columns.
template <class Format>
struct CodeKernel {
  static constexpr int bands = 1;
  static constexpr std::int64_t elements = Format::part * Format::parts;
  static constexpr std::int64_t chunk = 2048;

  template <int columns>
  TERN_SIMD_INLINE static void run(const Piece& piece) {
    Floats sum[columns];
    TERN_SIMD_UNROLL
    for (int c = 0; c < columns; ++c) {
      sum[c] = piece.begin == 0 ? broadcast(0.0f) : load(piece.y + c * piece.pitch_y);
    }
    constexpr std::size_t part_bytes = Format::part + sizeof(PartTail);
    const auto first = static_cast<std::size_t>(piece.begin);
    const std::byte* block = piece.bands + first / elements * Format::bytes;
    const std::byte* column = piece.columns + first / Format::part * part_bytes;
    for (std::int64_t k = piece.begin; k < piece.end; k += elements, block += Format::bytes) {
      fetch_ahead<columns, Format::bytes>(block);
      Floats scale[Format::parts];
      Floats low[Format::parts];
      Format::load_scales(block, scale, low);
      for (int part = 0; part < Format::parts; ++part, column += part_bytes) {
        Bytes group[Format::groups];
        Format::load_groups(block, part, group);
        add_part<Format, columns>(group, scale[part], low[part], column, piece.column_pitch, sum);
      }
    }
    TERN_SIMD_UNROLL
    for (int c = 0; c < columns; ++c) store(piece.y + c * piece.pitch_y, sum[c]);
  }
};

/// Products of floats; every element of y is one chain of additions.
template <class Format, int band_count>
struct FloatKernel {
  static constexpr int bands = band_count;
  static constexpr std::int64_t chunk = 512;

  template <int columns>
  TERN_SIMD_INLINE static void run(const Piece& piece) {
    Floats sum[bands][columns];
    TERN_SIMD_UNROLL
    for (int b = 0; b < bands; ++b) {
      TERN_SIMD_UNROLL
      for (int c = 0; c < columns; ++c) {
        const float* y = piece.y + c * piece.pitch_y + b * band_rows;
        sum[b][c] = piece.begin == 0 ? broadcast(0.0f) : load(y);
      }
    }
    const auto first = static_cast<std::size_t>(piece.begin);
    const std::byte* values = piece.bands + first * Format::bytes;
    const std::byte* column = piece.columns + first * sizeof(float);
    for (std::int64_t k = piece.begin; k < piece.end; ++k) {
      Floats value[bands];
      TERN_SIMD_UNROLL
      for (int b = 0; b < bands; ++b)
        value[b] = Format::load_values(values + static_cast<std::size_t>(b) * piece.band_bytes);
      TERN_SIMD_UNROLL
      for (int b = 0; b < bands; ++b)
        fetch_ahead<columns, Format::bytes>(values +
                                            static_cast<std::size_t>(b) * piece.band_bytes);
      const std::byte* at = column;
      TERN_SIMD_UNROLL
      for (int c = 0; c < columns; ++c, at += piece.column_pitch) {
        const float x = load_number<float>(at);
        TERN_SIMD_UNROLL
        for (int b = 0; b < bands; ++b) sum[b][c] = multiply_add(value[b], x, sum[b][c]);
      }
      values += Format::bytes;
      column += sizeof(float);
    }
    TERN_SIMD_UNROLL
    for (int b = 0; b < bands; ++b) {
      TERN_SIMD_UNROLL
      for (int c = 0; c < columns; ++c)
        store(piece.y + c * piece.pitch_y + b * band_rows, sum[b][c]);
    }
  }
};

}  // namespace tern::TERN_SIMD_NAMESPACE
