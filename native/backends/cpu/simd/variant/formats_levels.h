#pragma once

#include "backends/cpu/simd/variant/formats_k.h"

// Codes of four bits that stand for numbers of a table.

namespace tern::TERN_SIMD_NAMESPACE {

/// The uneven levels of IQ4_NL and IQ4_XS with 128 added.
inline constexpr std::uint8_t uneven_codes[16]{1,   24,  45,  63,  79,  93,  106, 118,
                                               129, 141, 153, 166, 181, 197, 217, 241};

TERN_SIMD_INLINE void load_levels(const std::byte* from, const std::uint8_t* table, Bytes* group) {
  load_nibbles(from, group);
  TERN_SIMD_UNROLL
  for (int i = 0; i < 8; ++i) group[i] = look_up(table, group[i]);
}

/// Scales; numbers of levels.
struct FormatIq4Nl : CodeFormat<32, 1, half_bytes + 4 * group_bytes, false, false> {
  TERN_SIMD_INLINE static void load_scales(const std::byte* block, Floats* scale, Floats*) {
    scale[0] = load_half(block);
  }
  TERN_SIMD_INLINE static void load_groups(const std::byte* block, int, Bytes* group) {
    load_levels(block + half_bytes, uneven_codes, group);
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
    load_levels(block + head + static_cast<std::size_t>(part) * 4 * group_bytes, uneven_codes,
                group);
  }
};

}  // namespace tern::TERN_SIMD_NAMESPACE
