#pragma once

#include "kernels/blocks.h"

// Types in blocks of 256 whose parts have scales of their own.

/// Parts of 16 with two bits: the bytes of 128 elements come together, and in 32 of them, each two
/// bits belong to 32 elements.
TN_FUNCTION const TN_GLOBAL tn_u8* tn_quads(const TN_GLOBAL tn_u8* quads, tn_i32 e) {
  return quads + e / 16 * 32 + e % 4 * 8;
}
TN_FUNCTION tn_i32 tn_quad_shift(tn_i32 e) { return e % 16 / 4 * 2; }

TN_FUNCTION tn_eight tn_eight_q2_k(const TN_GLOBAL tn_u8* block, tn_i32 e) {
  const tn_i32 scales = block[e / 2];
  const float scale = tn_half_at(block + 80) * (float)(scales & 15);
  const float low = tn_half_at(block + 82) * (float)(scales >> 4);
  const TN_GLOBAL tn_u8* bytes = tn_quads(block + 16, e);
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i)
    y.at[i] = scale * (float)((bytes[i] >> tn_quad_shift(e)) & 3) - low;
  return y;
}

/// Four bits of a scale are in eight bytes, two are in the last four.
TN_FUNCTION tn_i32 tn_q3_scale(const TN_GLOBAL tn_u8* scales, tn_i32 part) {
  const tn_i32 low = (scales[part % 8] >> (part / 8 * 4)) & 15;
  const tn_i32 high = (scales[8 + part % 4] >> (part / 4 * 2)) & 3;
  return (low | (high << 4)) - 32;
}

TN_FUNCTION tn_eight tn_eight_q3_k(const TN_GLOBAL tn_u8* block, tn_i32 e) {
  const float scale = tn_half_at(block + 108) * (float)tn_q3_scale(block + 96, e / 2);
  const TN_GLOBAL tn_u8* high = block + e % 4 * 8;
  const TN_GLOBAL tn_u8* bytes = tn_quads(block + 32, e);
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) {
    const tn_i32 top = ((high[i] >> (e / 4)) & 1) << 2;
    y.at[i] = scale * (float)((((bytes[i] >> tn_quad_shift(e)) & 3) | top) - 4);
  }
  return y;
}

/// Steps and offsets of eight parts, six bits each: the first four in the low bits of eight bytes,
/// the others half in the last four bytes and two bits each on top of the first eight.
TN_FUNCTION tn_i32 tn_six_step(const TN_GLOBAL tn_u8* bytes, tn_i32 part) {
  if (part < 4) return bytes[part] & 63;
  return (bytes[part + 4] & 15) | (bytes[part - 4] >> 6 << 4);
}
TN_FUNCTION tn_i32 tn_six_offset(const TN_GLOBAL tn_u8* bytes, tn_i32 part) {
  if (part < 4) return bytes[part + 4] & 63;
  return (bytes[part + 4] >> 4) | (bytes[part] >> 6 << 4);
}

TN_FUNCTION tn_eight tn_eight_q4_k(const TN_GLOBAL tn_u8* block, tn_i32 e) {
  const tn_i32 part = e / 4;
  const float scale = tn_half_at(block) * (float)tn_six_step(block + 4, part);
  const float low = tn_half_at(block + 2) * (float)tn_six_offset(block + 4, part);
  const TN_GLOBAL tn_u8* pairs = block + 16 + part / 2 * 32 + e % 4 * 8;
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) y.at[i] = scale * (float)tn_nibble(pairs, i, part % 2 * 4) - low;
  return y;
}

TN_FUNCTION tn_eight tn_eight_q5_k(const TN_GLOBAL tn_u8* block, tn_i32 e) {
  const tn_i32 part = e / 4;
  const float scale = tn_half_at(block) * (float)tn_six_step(block + 4, part);
  const float low = tn_half_at(block + 2) * (float)tn_six_offset(block + 4, part);
  const TN_GLOBAL tn_u8* high = block + 16 + e % 4 * 8;
  const TN_GLOBAL tn_u8* pairs = block + 48 + part / 2 * 32 + e % 4 * 8;
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) {
    const tn_i32 code = tn_nibble(pairs, i, part % 2 * 4) | (((high[i] >> part) & 1) << 4);
    y.at[i] = scale * (float)code - low;
  }
  return y;
}

TN_FUNCTION tn_eight tn_eight_q6_k(const TN_GLOBAL tn_u8* block, tn_i32 e) {
  const tn_i32 part = e / 2;
  const float scale = tn_half_at(block + 208) * (float)((const TN_GLOBAL tn_i8*)block)[192 + part];
  const TN_GLOBAL tn_u8* pairs = block + part / 8 * 64 + e % 8 * 8;
  const TN_GLOBAL tn_u8* quads = tn_quads(block + 128, e);
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) {
    const tn_i32 low = tn_nibble(pairs, i, part % 8 / 4 * 4);
    y.at[i] = scale * (float)((low | (((quads[i] >> tn_quad_shift(e)) & 3) << 4)) - 32);
  }
  return y;
}

TN_FUNCTION tn_eight tn_eight_iq4_xs(const TN_GLOBAL tn_u8* block, tn_i32 e) {
  const tn_i32 part = e / 4;
  const tn_i32 low = (block[4 + part / 2] >> (part % 2 * 4)) & 15;
  const tn_i32 high = (block[2 + part / 4] >> (part % 4 * 2)) & 3;
  const float scale = tn_half_at(block) * (float)((low | (high << 4)) - 32);
  const TN_GLOBAL tn_u8* pairs = block + 8 + part * 16;
  tn_eight y;
  for (tn_i32 i = 0; i < 8; ++i) y.at[i] = scale * tn_uneven_level(tn_pair_code(pairs, e % 4, i));
  return y;
}
