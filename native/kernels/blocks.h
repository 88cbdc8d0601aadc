#pragma once

#include "kernels/numbers.h"

// Types in blocks, eight elements at a time: number e of the eights of a block. Neighbours of eight
// share their scale in all types, so that it is decoded once.

typedef struct tn_eight {
  float at[8];
} tn_eight;

TN_FUNCTION float tn_half_at(const TN_GLOBAL tn_u8* at) {
  return tn_half_to_float(*(const TN_GLOBAL tn_u16*)at);
}

/// Code i of an eight whose four bits are in the low or the high halves of eight bytes.
TN_FUNCTION tn_i32 tn_nibble(const TN_GLOBAL tn_u8* bytes, tn_i32 i, tn_i32 shift) {
  return (bytes[i] >> shift) & 15;
}

/// Where blocks of 32 have them: byte j holds element j (low) and j + 16 (high).
TN_FUNCTION tn_i32 tn_pair_code(const TN_GLOBAL tn_u8* pairs, tn_i32 e, tn_i32 i) {
  return tn_nibble(pairs + e % 2 * 8, i, e / 2 * 4);
}

TN_FUNCTION tn_i32 tn_bit(const TN_GLOBAL tn_u8* bits, tn_i32 i) {
  return (bits[i / 8] >> (i % 8)) & 1;
}

/// What the codes of IQ4_NL and IQ4_XS stand for, four to a word.
TN_FUNCTION float tn_uneven_level(tn_i32 code) {
  const tn_u32 low = code < 4 ? 0xbfad9881u : 0xf6eaddcfu;
  const tn_u32 high = code < 12 ? 0x26190d01u : 0x71594535u;
  const tn_u32 word = code < 8 ? low : high;
  return (float)(tn_i8)((word >> (code % 4 * 8)) & 255u);
}

/// Twice a float with one bit for the sign, two for the exponent and one for the mantissa.
TN_FUNCTION float tn_tiny_float(tn_i32 code) {
  const float size = (float)((0xc8643210u >> (code % 8 * 4)) & 15u);
  return code < 8 ? size : -size;
}

TN_FUNCTION tn_eight tn_eight_q8_0(const TN_GLOBAL tn_u8* block, tn_i32 e) {
  const float scale = tn_half_at(block);
  const TN_GLOBAL tn_i8* codes = (const TN_GLOBAL tn_i8*)(block + 2) + e * 8;
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) y.at[i] = scale * (float)codes[i];
  return y;
}

TN_FUNCTION tn_eight tn_eight_q4_0(const TN_GLOBAL tn_u8* block, tn_i32 e) {
  const float scale = tn_half_at(block);
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) y.at[i] = scale * (float)(tn_pair_code(block + 2, e, i) - 8);
  return y;
}

TN_FUNCTION tn_eight tn_eight_q4_1(const TN_GLOBAL tn_u8* block, tn_i32 e) {
  const float scale = tn_half_at(block);
  const float lowest = tn_half_at(block + 2);
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) y.at[i] = scale * (float)tn_pair_code(block + 4, e, i) + lowest;
  return y;
}

TN_FUNCTION tn_eight tn_eight_q5_0(const TN_GLOBAL tn_u8* block, tn_i32 e) {
  const float scale = tn_half_at(block);
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) {
    const tn_i32 code = tn_pair_code(block + 6, e, i) | (tn_bit(block + 2, e * 8 + i) << 4);
    y.at[i] = scale * (float)(code - 16);
  }
  return y;
}

TN_FUNCTION tn_eight tn_eight_q5_1(const TN_GLOBAL tn_u8* block, tn_i32 e) {
  const float scale = tn_half_at(block);
  const float lowest = tn_half_at(block + 2);
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) {
    const tn_i32 code = tn_pair_code(block + 8, e, i) | (tn_bit(block + 4, e * 8 + i) << 4);
    y.at[i] = scale * (float)code + lowest;
  }
  return y;
}

TN_FUNCTION tn_eight tn_eight_iq4_nl(const TN_GLOBAL tn_u8* block, tn_i32 e) {
  const float scale = tn_half_at(block);
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) y.at[i] = scale * tn_uneven_level(tn_pair_code(block + 2, e, i));
  return y;
}

/// Half of 2^(exponent - 127), because levels are doubled; the two smallest are subnormal.
TN_FUNCTION float tn_mxfp4_scale(tn_u32 exponent) {
  return tn_bits_to_float(exponent < 2u ? 0x00200000u << exponent : (exponent - 1u) << 23);
}

TN_FUNCTION tn_eight tn_eight_mxfp4(const TN_GLOBAL tn_u8* block, tn_i32 e) {
  const float scale = tn_mxfp4_scale(block[0]);
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) y.at[i] = scale * tn_tiny_float(tn_pair_code(block + 1, e, i));
  return y;
}

/// Half of a float with four bits for the exponent and three for the mantissa; 127 is no number.
TN_FUNCTION float tn_nvfp4_scale(tn_u32 code) {
  const tn_u32 exponent = (code >> 3) & 15u;
  const float mantissa = (float)(code & 7u);
  if (code == 0x7fu) return 0.0f;
  if (exponent == 0u) return mantissa * (1.0f / 1024.0f);
  return (8.0f + mantissa) * tn_bits_to_float((exponent + 116u) << 23);
}

TN_FUNCTION tn_eight tn_eight_nvfp4(const TN_GLOBAL tn_u8* block, tn_i32 e) {
  const float scale = tn_nvfp4_scale(block[e / 2]);
  const TN_GLOBAL tn_u8* pairs = block + 4 + e / 2 * 8;
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) y.at[i] = scale * tn_tiny_float(tn_nibble(pairs, i, e % 2 * 4));
  return y;
}

TN_FUNCTION tn_eight tn_eight_tq2_0(const TN_GLOBAL tn_u8* block, tn_i32 e) {
  const float scale = tn_half_at(block + 64);
  const tn_i32 row = e / 4;
  const TN_GLOBAL tn_u8* bytes = block + row / 4 * 32 + e % 4 * 8;
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) y.at[i] = scale * (float)(((bytes[i] >> (row % 4 * 2)) & 3) - 1);
  return y;
}

/// A digit of a byte that is a fraction in base 3: number 0 is the highest.
TN_FUNCTION tn_i32 tn_ternary(tn_i32 byte, tn_i32 digit) {
  for (; digit > 0; --digit) byte = (byte * 3) & 255;
  return byte * 3 >> 8;
}

/// Elements 0 … 159 have 32 bytes, those up to 239 have 16, and the last 16 have four.
TN_FUNCTION tn_eight tn_eight_tq1_0(const TN_GLOBAL tn_u8* block, tn_i32 e) {
  const float scale = tn_half_at(block + 52);
  const tn_i32 first = e < 20 ? 0 : (e < 30 ? 160 : 240);
  const tn_i32 width = e < 20 ? 32 : (e < 30 ? 16 : 4);
  const TN_GLOBAL tn_u8* bytes = block + (e < 20 ? 0 : (e < 30 ? 32 : 48));
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) {
    const tn_i32 at = e * 8 + i - first;
    y.at[i] = scale * (float)(tn_ternary(bytes[at % width], at / width) - 1);
  }
  return y;
}
