#pragma once

#include "backends/cpu/simd/variant/lanes.h"

namespace tern::TERN_SIMD_NAMESPACE {

/// Parts of a band: `part` elements of each row share a scale; groups hold four elements each.
template <int part_size, int part_count, std::size_t block_bytes, bool codes_are_small,
          bool has_low>
struct CodeFormat {
  static constexpr int part = part_size;
  static constexpr int parts = part_count;
  static constexpr int groups = part_size / 4;
  static constexpr std::size_t bytes = block_bytes;
  static constexpr bool small = codes_are_small;
  static constexpr bool low = has_low;
};

inline constexpr std::size_t half_bytes = 2 * static_cast<std::size_t>(band_rows);
inline constexpr std::size_t group_bytes = 4 * static_cast<std::size_t>(band_rows);

/// The low halves of four pieces are groups 0 to 3, the high ones 4 to 7.
TERN_SIMD_INLINE void load_nibbles(const std::byte* from, Bytes* group) {
  TERN_SIMD_UNROLL
  for (int i = 0; i < 4; ++i) {
    const Bytes both = load_bytes(from + static_cast<std::size_t>(i) * group_bytes);
    group[i] = low_nibbles(both);
    group[4 + i] = high_nibbles(both);
  }
}

/// Scales; codes with 128 added.
struct FormatQ80 : CodeFormat<32, 1, half_bytes + 8 * group_bytes, false, false> {
  TERN_SIMD_INLINE static void load_scales(const std::byte* block, Floats* scale, Floats*) {
    scale[0] = load_half(block);
  }
  TERN_SIMD_INLINE static void load_groups(const std::byte* block, int, Bytes* group) {
    TERN_SIMD_UNROLL
    for (int i = 0; i < 8; ++i)
      group[i] = load_bytes(block + half_bytes + static_cast<std::size_t>(i) * group_bytes);
  }
};

/// Scales; codes with 8 added.
struct FormatQ40 : CodeFormat<32, 1, half_bytes + 4 * group_bytes, true, false> {
  TERN_SIMD_INLINE static void load_scales(const std::byte* block, Floats* scale, Floats*) {
    scale[0] = load_half(block);
  }
  TERN_SIMD_INLINE static void load_groups(const std::byte* block, int, Bytes* group) {
    load_nibbles(block + half_bytes, group);
  }
};

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

/// Scales of steps, scales of offsets, steps and offsets, codes.
struct FormatQ4K
    : CodeFormat<32, 8,
                 2 * half_bytes + 12 * static_cast<std::size_t>(band_rows) + 32 * group_bytes, true,
                 true> {
  static constexpr std::size_t head = 2 * half_bytes + 12 * static_cast<std::size_t>(band_rows);

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
    load_nibbles(block + head + static_cast<std::size_t>(part) * 4 * group_bytes, group);
  }
};

/// Values as they are, element by element.
struct FormatF32 {
  static constexpr std::size_t bytes = 4 * static_cast<std::size_t>(band_rows);
  TERN_SIMD_INLINE static Floats load_values(const std::byte* from) {
    return load(reinterpret_cast<const float*>(from));
  }
};
struct FormatF16 {
  static constexpr std::size_t bytes = half_bytes;
  TERN_SIMD_INLINE static Floats load_values(const std::byte* from) { return load_half(from); }
};
struct FormatBf16 {
  static constexpr std::size_t bytes = half_bytes;
  TERN_SIMD_INLINE static Floats load_values(const std::byte* from) { return load_bfloat(from); }
};

}  // namespace tern::TERN_SIMD_NAMESPACE
