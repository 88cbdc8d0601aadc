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
    group[i] = take<0, 15>(both);
    group[4 + i] = take<-4, 15>(both);
  }
}

/// Bit g of what stands behind the nibbles is the fifth of group g.
TERN_SIMD_INLINE void load_five_bits(const std::byte* from, Bytes* group) {
  load_nibbles(from, group);
  const Bytes high = load_bytes(from + 4 * group_bytes);
  group[0] = either(group[0], take<4, 16>(high));
  group[1] = either(group[1], take<3, 16>(high));
  group[2] = either(group[2], take<2, 16>(high));
  group[3] = either(group[3], take<1, 16>(high));
  group[4] = either(group[4], take<0, 16>(high));
  group[5] = either(group[5], take<-1, 16>(high));
  group[6] = either(group[6], take<-2, 16>(high));
  group[7] = either(group[7], take<-3, 16>(high));
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

/// Scales, lowest values, codes.
struct FormatQ41 : CodeFormat<32, 1, 2 * half_bytes + 4 * group_bytes, true, true> {
  TERN_SIMD_INLINE static void load_scales(const std::byte* block, Floats* scale, Floats* low) {
    scale[0] = load_half(block);
    low[0] = load_half(block + half_bytes);
  }
  TERN_SIMD_INLINE static void load_groups(const std::byte* block, int, Bytes* group) {
    load_nibbles(block + 2 * half_bytes, group);
  }
};

/// Scales; codes with 16 added.
struct FormatQ50 : CodeFormat<32, 1, half_bytes + 5 * group_bytes, true, false> {
  TERN_SIMD_INLINE static void load_scales(const std::byte* block, Floats* scale, Floats*) {
    scale[0] = load_half(block);
  }
  TERN_SIMD_INLINE static void load_groups(const std::byte* block, int, Bytes* group) {
    load_five_bits(block + half_bytes, group);
  }
};

/// Scales, lowest values, codes.
struct FormatQ51 : CodeFormat<32, 1, 2 * half_bytes + 5 * group_bytes, true, true> {
  TERN_SIMD_INLINE static void load_scales(const std::byte* block, Floats* scale, Floats* low) {
    FormatQ41::load_scales(block, scale, low);
  }
  TERN_SIMD_INLINE static void load_groups(const std::byte* block, int, Bytes* group) {
    load_five_bits(block + 2 * half_bytes, group);
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
