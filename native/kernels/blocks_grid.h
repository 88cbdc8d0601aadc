#pragma once

#include "kernels/blocks.h"

// Types in blocks of 256 whose codes are numbers of points of a grid: the levels of the elements
// that a code stands for, one behind the other. The grid is the last input of a kernel.

#define TN_LEVELS(pointer) ((const TN_GLOBAL tn_i8*)(pointer))

TN_FUNCTION tn_u32 tn_word_at(const TN_GLOBAL tn_u8* at) {
  return (tn_u32)at[0] | ((tn_u32)at[1] << 8) | ((tn_u32)at[2] << 16) | ((tn_u32)at[3] << 24);
}

TN_FUNCTION tn_u32 tn_short_at(const TN_GLOBAL tn_u8* at) { return *(const TN_GLOBAL tn_u16*)at; }

/// Seven signs are stored; the eighth makes the number of minus signs even.
TN_FUNCTION tn_u32 tn_eight_signs(tn_u32 seven) {
  const tn_u32 folded = seven ^ (seven >> 4);
  return seven | (((0x6996u >> (folded & 15u)) & 1u) << 7);
}

TN_FUNCTION tn_eight tn_signed(const TN_GLOBAL tn_i8* levels, float scale, tn_u32 signs) {
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) {
    const float value = scale * (float)levels[i];
    y.at[i] = ((signs >> i) & 1u) != 0u ? -value : value;
  }
  return y;
}

/// The eight of two points of four.
TN_FUNCTION tn_eight tn_signed_fours(const TN_GLOBAL tn_i8* first, const TN_GLOBAL tn_i8* second,
                                     float scale, tn_u32 signs) {
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) {
    const float value = scale * (float)(i < 4 ? first[i] : second[i - 4]);
    y.at[i] = ((signs >> i) & 1u) != 0u ? -value : value;
  }
  return y;
}

TN_FUNCTION tn_eight tn_shifted(const TN_GLOBAL tn_i8* levels, float scale, float shift) {
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) y.at[i] = scale * ((float)levels[i] + shift);
  return y;
}

TN_FUNCTION tn_eight tn_eight_iq2_xxs(const TN_GLOBAL tn_u8* block, tn_i32 e,
                                      const TN_GLOBAL tn_i8* grid) {
  const TN_GLOBAL tn_u8* codes = block + 2 + e / 4 * 8;
  const tn_u32 word = tn_word_at(codes + 4);
  const float scale = tn_half_at(block) * (0.5f + (float)(word >> 28)) * 0.25f;
  const tn_u32 signs = tn_eight_signs((word >> (e % 4 * 7)) & 127u);
  return tn_signed(grid + codes[e % 4] * 8, scale, signs);
}

/// Two eights share a scale of four bits.
TN_FUNCTION float tn_iq2_scale(const TN_GLOBAL tn_u8* block, tn_i32 scales, tn_i32 e) {
  const tn_i32 step = (block[scales + e / 4] >> (e / 2 % 2 * 4)) & 15;
  return tn_half_at(block) * (0.5f + (float)step) * 0.25f;
}

TN_FUNCTION tn_eight tn_eight_iq2_xs(const TN_GLOBAL tn_u8* block, tn_i32 e,
                                     const TN_GLOBAL tn_i8* grid) {
  const tn_u32 code = tn_short_at(block + 2 + e * 2);
  return tn_signed(grid + (code & 511u) * 8u, tn_iq2_scale(block, 66, e),
                   tn_eight_signs(code >> 9));
}

TN_FUNCTION tn_eight tn_eight_iq2_s(const TN_GLOBAL tn_u8* block, tn_i32 e,
                                    const TN_GLOBAL tn_i8* grid) {
  const tn_i32 high = (block[66 + e / 4] >> (e % 4 * 2)) & 3;
  const tn_i32 code = block[2 + e] | (high << 8);
  return tn_signed(grid + code * 8, tn_iq2_scale(block, 74, e), block[34 + e]);
}

TN_FUNCTION tn_eight tn_eight_iq3_xxs(const TN_GLOBAL tn_u8* block, tn_i32 e,
                                      const TN_GLOBAL tn_i8* grid) {
  const tn_u32 word = tn_word_at(block + 66 + e / 4 * 4);
  const float scale = tn_half_at(block) * (0.5f + (float)(word >> 28)) * 0.5f;
  const tn_u32 signs = tn_eight_signs((word >> (e % 4 * 7)) & 127u);
  const TN_GLOBAL tn_u8* codes = block + 2 + e * 2;
  return tn_signed_fours(grid + codes[0] * 4, grid + codes[1] * 4, scale, signs);
}

TN_FUNCTION tn_eight tn_eight_iq3_s(const TN_GLOBAL tn_u8* block, tn_i32 e,
                                    const TN_GLOBAL tn_i8* grid) {
  const tn_i32 step = (block[106 + e / 8] >> (e / 4 % 2 * 4)) & 15;
  const float scale = tn_half_at(block) * (float)(1 + 2 * step);
  const TN_GLOBAL tn_u8* codes = block + 2 + e * 2;
  const tn_i32 first = codes[0] | (tn_bit(block + 66, e * 2) << 8);
  const tn_i32 second = codes[1] | (tn_bit(block + 66, e * 2 + 1) << 8);
  return tn_signed_fours(grid + first * 4, grid + second * 4, scale, block[74 + e]);
}

TN_FUNCTION tn_eight tn_eight_iq1_s(const TN_GLOBAL tn_u8* block, tn_i32 e,
                                    const TN_GLOBAL tn_i8* grid) {
  const tn_u32 word = tn_short_at(block + 34 + e / 4 * 2);
  const float scale = tn_half_at(block) * (float)(2u * ((word >> 12) & 7u) + 1u);
  const tn_u32 code = block[2 + e] | (((word >> (e % 4 * 3)) & 7u) << 8);
  return tn_shifted(grid + code * 8u, scale, (word & 0x8000u) == 0u ? 0.125f : -0.125f);
}

/// The scale of a block: four bits on top of each of four words.
TN_FUNCTION float tn_iq1_m_scale(const TN_GLOBAL tn_u8* scales) {
  tn_u32 bits = 0u;
  for (tn_i32 i = 0; i < 4; ++i) bits |= (tn_short_at(scales + i * 2) >> 12) << (4 * i);
  return tn_half_to_float((tn_u16)bits);
}

TN_FUNCTION tn_eight tn_eight_iq1_m(const TN_GLOBAL tn_u8* block, tn_i32 e,
                                    const TN_GLOBAL tn_i8* grid) {
  const tn_u32 step = (tn_short_at(block + 48 + e / 8 * 2) >> (e / 2 % 4 * 3)) & 7u;
  const float scale = tn_iq1_m_scale(block + 48) * (float)(2u * step + 1u);
  const tn_u32 high = ((tn_u32)block[32 + e / 2] >> (e % 2 * 4)) & 15u;
  const tn_u32 code = block[e] | ((high & 7u) << 8);
  return tn_shifted(grid + code * 8u, scale, (high & 8u) == 0u ? 0.125f : -0.125f);
}
