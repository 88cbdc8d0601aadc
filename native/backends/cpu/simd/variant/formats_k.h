#pragma once

#include "backends/cpu/simd/variant/formats.h"

namespace tern::TERN_SIMD_NAMESPACE {

/// A byte of each row.
inline constexpr auto rows_bytes = static_cast<std::size_t>(band_rows);

/// Steps and offsets of eight parts of all rows.
struct SixBitBand {
  std::uint8_t step[2][group_bytes];
  std::uint8_t offset[2][group_bytes];
};

/// From twelve bytes of each row, byte by byte: four parts at once.
TERN_SIMD_INLINE void unpack(const std::uint8_t* bytes, SixBitBand& band) {
  for (std::size_t i = 0; i < group_bytes; ++i) {
    const std::uint8_t first = bytes[i];
    const std::uint8_t second = bytes[group_bytes + i];
    const std::uint8_t rest = bytes[2 * group_bytes + i];
    band.step[0][i] = static_cast<std::uint8_t>(first & 63u);
    band.offset[0][i] = static_cast<std::uint8_t>(second & 63u);
    band.step[1][i] = static_cast<std::uint8_t>((rest & 15u) | (first >> 2 & 48u));
    band.offset[1][i] = static_cast<std::uint8_t>((rest >> 4) | (second >> 2 & 48u));
  }
}

/// Bytes of the scales of eight parts with steps and offsets.
inline constexpr std::size_t six_bit_head = 2 * half_bytes + 12 * rows_bytes;

/// Scales of steps, scales of offsets, steps and offsets, codes.
struct FormatQ4K : CodeFormat<32, 8, six_bit_head + 32 * group_bytes, true, true> {
  TERN_SIMD_INLINE static void load_scales(const std::byte* block, Floats* scale, Floats* low) {
    const Floats per_step = load_half(block);
    const Floats per_offset = multiply(load_half(block + half_bytes), -1.0f);
    SixBitBand band;
    unpack(reinterpret_cast<const std::uint8_t*>(block + 2 * half_bytes), band);
    TERN_SIMD_UNROLL
    for (int part = 0; part < parts; ++part) {
      const std::int64_t row = part % 4 * band_rows;
      scale[part] = multiply(load_unsigned(band.step[part / 4] + row), per_step);
      low[part] = multiply(load_unsigned(band.offset[part / 4] + row), per_offset);
    }
  }
  TERN_SIMD_INLINE static void load_groups(const std::byte* block, int part, Bytes* group) {
    load_nibbles(block + six_bit_head + static_cast<std::size_t>(part) * 4 * group_bytes, group);
  }
};

/// As Q4_K, with codes of five bits.
struct FormatQ5K : CodeFormat<32, 8, six_bit_head + 40 * group_bytes, true, true> {
  TERN_SIMD_INLINE static void load_scales(const std::byte* block, Floats* scale, Floats* low) {
    FormatQ4K::load_scales(block, scale, low);
  }
  TERN_SIMD_INLINE static void load_groups(const std::byte* block, int part, Bytes* group) {
    load_five_bits(block + six_bit_head + static_cast<std::size_t>(part) * 5 * group_bytes, group);
  }
};

/// Scales; steps of the parts with 128 added; codes with 32 added.
struct FormatQ6K
    : CodeFormat<16, 16, half_bytes + 16 * rows_bytes + 48 * group_bytes, true, false> {
  TERN_SIMD_INLINE static void load_scales(const std::byte* block, Floats* scale, Floats*) {
    const Floats per_step = load_half(block);
    const Floats start = multiply(per_step, -128.0f);
    const auto* steps = reinterpret_cast<const std::uint8_t*>(block + half_bytes);
    TERN_SIMD_UNROLL
    for (int part = 0; part < parts; ++part)
      scale[part] = multiply_add(load_unsigned(steps + part * band_rows), per_step, start);
  }
  TERN_SIMD_INLINE static void load_groups(const std::byte* block, int part, Bytes* group) {
    const std::byte* from =
        block + half_bytes + 16 * rows_bytes + static_cast<std::size_t>(part) * 3 * group_bytes;
    const Bytes first = load_bytes(from);
    const Bytes second = load_bytes(from + group_bytes);
    const Bytes high = load_bytes(from + 2 * group_bytes);
    group[0] = either(take<0, 15>(first), take<4, 48>(high));
    group[1] = either(take<0, 15>(second), take<2, 48>(high));
    group[2] = either(take<-4, 15>(first), take<0, 48>(high));
    group[3] = either(take<-4, 15>(second), take<-2, 48>(high));
  }
};

/// Two bits of each group of a part.
TERN_SIMD_INLINE void load_two_bits(const std::byte* from, Bytes* group) {
  const Bytes all = load_bytes(from);
  group[0] = take<0, 3>(all);
  group[1] = take<-2, 3>(all);
  group[2] = take<-4, 3>(all);
  group[3] = take<-6, 3>(all);
}

/// Scales of steps, scales of offsets, both of each part in halves of a byte, codes.
struct FormatQ2K
    : CodeFormat<16, 16, 2 * half_bytes + 16 * rows_bytes + 16 * group_bytes, true, true> {
  TERN_SIMD_INLINE static void load_scales(const std::byte* block, Floats* scale, Floats* low) {
    const Floats per_step = load_half(block);
    const Floats per_offset = multiply(load_half(block + half_bytes), -1.0f);
    std::uint8_t step[16 * rows_bytes];
    std::uint8_t offset[16 * rows_bytes];
    for (std::size_t i = 0; i < sizeof step; ++i) {
      const auto both = static_cast<std::uint8_t>(block[2 * half_bytes + i]);
      step[i] = both & 15u;
      offset[i] = static_cast<std::uint8_t>(both >> 4);
    }
    TERN_SIMD_UNROLL
    for (int part = 0; part < parts; ++part) {
      scale[part] = multiply(load_unsigned(step + part * band_rows), per_step);
      low[part] = multiply(load_unsigned(offset + part * band_rows), per_offset);
    }
  }
  TERN_SIMD_INLINE static void load_groups(const std::byte* block, int part, Bytes* group) {
    load_two_bits(
        block + 2 * half_bytes + 16 * rows_bytes + static_cast<std::size_t>(part) * group_bytes,
        group);
  }
};

/// Four groups of 64: first two bits of all, then their third bits, for eight groups at once.
TERN_SIMD_INLINE void load_three_bits(const std::byte* from, int four, Bytes* group) {
  const auto at = static_cast<std::size_t>(four);
  load_two_bits(from + at * group_bytes, group);
  const Bytes both = load_bytes(from + (16 + at / 2) * group_bytes);
  const Bytes high = four % 2 == 0 ? take<0, 15>(both) : take<-4, 15>(both);
  group[0] = either(group[0], take<2, 4>(high));
  group[1] = either(group[1], take<1, 4>(high));
  group[2] = either(group[2], take<0, 4>(high));
  group[3] = either(group[3], take<-1, 4>(high));
}

/// Scales; steps of the parts with 32 added, in six bits; codes with 4 added.
struct FormatQ3K
    : CodeFormat<16, 16, half_bytes + 12 * rows_bytes + 24 * group_bytes, true, false> {
  static constexpr std::size_t head = half_bytes + 12 * rows_bytes;

  TERN_SIMD_INLINE static void load_scales(const std::byte* block, Floats* scale, Floats*) {
    const Floats per_step = load_half(block);
    const Floats start = multiply(per_step, -32.0f);
    const auto* steps = reinterpret_cast<const std::uint8_t*>(block + half_bytes);
    for (int part = 0; part < parts; ++part) {
      const std::uint8_t* low = steps + part % 8 * band_rows;
      const std::uint8_t* high = steps + (8 + part % 4) * band_rows;
      std::uint8_t step[rows_bytes];
      for (std::size_t row = 0; row < rows_bytes; ++row) {
        step[row] = static_cast<std::uint8_t>((low[row] >> (part / 8 * 4) & 15) |
                                              (high[row] >> (part / 4 * 2) & 3) << 4);
      }
      scale[part] = multiply_add(load_unsigned(step), per_step, start);
    }
  }
  TERN_SIMD_INLINE static void load_groups(const std::byte* block, int part, Bytes* group) {
    load_three_bits(block + head, part, group);
  }
};

}  // namespace tern::TERN_SIMD_NAMESPACE
