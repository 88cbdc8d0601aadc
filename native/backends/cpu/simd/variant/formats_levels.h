#pragma once

#include "backends/cpu/simd/levels.h"
#include "backends/cpu/simd/variant/formats_k.h"

// Codes that stand for numbers of a table.

namespace tern::TERN_SIMD_NAMESPACE {

template <int count>
TERN_SIMD_INLINE void look_up_all(const LevelSet& set, Bytes* group) {
  TERN_SIMD_UNROLL
  for (int i = 0; i < count; ++i) group[i] = look_up(set.codes, group[i]);
}

TERN_SIMD_INLINE void load_levels(const std::byte* from, const LevelSet& set, Bytes* group) {
  load_nibbles(from, group);
  look_up_all<8>(set, group);
}

/// Whether all codes are below 64.
template <const LevelSet& set>
inline constexpr bool is_small = set.codes[set.count - 1] < 64;

/// Scales; numbers of levels.
struct FormatIq4Nl : CodeFormat<32, 1, half_bytes + 4 * group_bytes, false, false> {
  TERN_SIMD_INLINE static void load_scales(const std::byte* block, Floats* scale, Floats*) {
    scale[0] = load_half(block);
  }
  TERN_SIMD_INLINE static void load_groups(const std::byte* block, int, Bytes* group) {
    load_levels(block + half_bytes, uneven_set, group);
  }
};

/// The same with scales that need the range of floats.
struct FormatMxfp4 : CodeFormat<32, 1, half_bytes + 4 * group_bytes, true, false> {
  TERN_SIMD_INLINE static void load_scales(const std::byte* block, Floats* scale, Floats*) {
    scale[0] = load_bfloat(block);
  }
  TERN_SIMD_INLINE static void load_groups(const std::byte* block, int, Bytes* group) {
    load_levels(block + half_bytes, tiny_set, group);
  }
};

/// Scales of four parts; numbers of levels.
struct FormatNvfp4 : CodeFormat<16, 4, 4 * half_bytes + 8 * group_bytes, true, false> {
  TERN_SIMD_INLINE static void load_scales(const std::byte* block, Floats* scale, Floats*) {
    TERN_SIMD_UNROLL
    for (int part = 0; part < parts; ++part)
      scale[part] = load_half(block + static_cast<std::size_t>(part) * half_bytes);
  }
  TERN_SIMD_INLINE static void load_groups(const std::byte* block, int part, Bytes* group) {
    const std::byte* from =
        block + 4 * half_bytes + static_cast<std::size_t>(part) * 2 * group_bytes;
    TERN_SIMD_UNROLL
    for (int i = 0; i < 2; ++i) {
      const Bytes both = load_bytes(from + static_cast<std::size_t>(i) * group_bytes);
      group[i] = take<0, 15>(both);
      group[2 + i] = take<-4, 15>(both);
    }
    look_up_all<4>(tiny_set, group);
  }
};

/// Scales; steps of the parts with 32 added, their high bits first; numbers of levels.
struct FormatIq4Xs
    : CodeFormat<32, 8, half_bytes + 6 * rows_bytes + 32 * group_bytes, false, false> {
  static constexpr std::size_t head = half_bytes + 6 * rows_bytes;

  TERN_SIMD_INLINE static void load_scales(const std::byte* block, Floats* scale, Floats*) {
    const Floats per_step = load_half(block);
    const Floats start = multiply(per_step, -32.0f);
    const auto* steps = reinterpret_cast<const std::uint8_t*>(block + half_bytes);
    for (int part = 0; part < parts; ++part) {
      const std::uint8_t* high = steps + part / 4 * band_rows;
      const std::uint8_t* low = steps + (2 + part / 2) * band_rows;
      std::uint8_t step[rows_bytes];
      for (std::size_t row = 0; row < rows_bytes; ++row) {
        step[row] = static_cast<std::uint8_t>((low[row] >> (part % 2 * 4) & 15) |
                                              (high[row] >> (part % 4 * 2) & 3) << 4);
      }
      scale[part] = multiply_add(load_unsigned(step), per_step, start);
    }
  }
  TERN_SIMD_INLINE static void load_groups(const std::byte* block, int part, Bytes* group) {
    load_levels(block + head + static_cast<std::size_t>(part) * 4 * group_bytes, uneven_set, group);
  }
};

/// Scales; steps of the parts; numbers of levels in three bits, as Q3_K has them, or in four.
template <const LevelSet& set, int part_size, int bits>
struct FormatStepped
    : CodeFormat<part_size, 256 / part_size,
                 half_bytes + (256 / part_size + 32 * bits) * rows_bytes, is_small<set>, false> {
  using Base =
      CodeFormat<part_size, 256 / part_size,
                 half_bytes + (256 / part_size + 32 * bits) * rows_bytes, is_small<set>, false>;
  static constexpr std::size_t head = half_bytes + Base::parts * rows_bytes;

  TERN_SIMD_INLINE static void load_scales(const std::byte* block, Floats* scale, Floats*) {
    const Floats per_step = multiply(load_half(block), set.factor);
    const auto* steps = reinterpret_cast<const std::uint8_t*>(block + half_bytes);
    TERN_SIMD_UNROLL
    for (int part = 0; part < Base::parts; ++part)
      scale[part] = multiply(load_unsigned(steps + part * band_rows), per_step);
  }
  TERN_SIMD_INLINE static void load_groups(const std::byte* block, int part, Bytes* group) {
    if constexpr (bits == 4) {
      load_nibbles(block + head + static_cast<std::size_t>(part) * 4 * group_bytes, group);
    } else {
      constexpr int sixteens = part_size / 16;
      TERN_SIMD_UNROLL
      for (int i = 0; i < sixteens; ++i)
        load_three_bits(block + head, part * sixteens + i, group + 4 * i);
    }
    look_up_all<Base::groups>(set, group);
  }
};

using FormatIq1S = FormatStepped<iq1_set, 32, 3>;
using FormatIq1M = FormatStepped<iq1_set, 16, 3>;
using FormatIq2Xxs = FormatStepped<iq2_set, 32, 3>;
using FormatIq2Xs = FormatStepped<iq2_set, 16, 3>;
using FormatIq3Xxs = FormatStepped<iq3_xxs_set, 32, 4>;
using FormatIq3S = FormatStepped<iq3_s_set, 32, 4>;

/// Scales; codes of two bits with 1 added.
struct FormatTernary : CodeFormat<32, 8, half_bytes + 16 * group_bytes, true, false> {
  TERN_SIMD_INLINE static void load_scales(const std::byte* block, Floats* scale, Floats*) {
    const Floats all = load_half(block);
    TERN_SIMD_UNROLL
    for (int part = 0; part < parts; ++part) scale[part] = all;
  }
  TERN_SIMD_INLINE static void load_groups(const std::byte* block, int part, Bytes* group) {
    const std::byte* from = block + half_bytes + static_cast<std::size_t>(part) * 2 * group_bytes;
    load_two_bits(from, group);
    load_two_bits(from + group_bytes, group + 4);
  }
};

}  // namespace tern::TERN_SIMD_NAMESPACE
