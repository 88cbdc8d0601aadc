#pragma once

#include "kernels/fits.h"

// Blocks of 32 elements written: tn_encode_<type>(block, x, bytes between the floats of x).

/// floor(x + offset + 0.5), limited to 0 … top; the first limit gives NaN a result.
TN_FUNCTION tn_i32 tn_offset_code(float x, float offset, float top) {
  const float limited = fmin(fmax(x, -offset - 1.0f), top + 1.0f);
  return (tn_i32)fmin(fmax(floor(limited + (offset + 0.5f)), 0.0f), top);
}

TN_FUNCTION void tn_encode_q8_0(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const float scale = fabs(tn_extreme(x, 32, step)) / 127.0f;
  const float inverse = tn_inverse_or_zero(scale);
  tn_put_half(block, scale);
  for (tn_i32 i = 0; i < 32; ++i)
    block[2 + i] = (tn_u8)tn_nearest_code(tn_x_at(x, i, step) * inverse, -127.0f, 127.0f);
}

/// Codes of `bits` bits, 4 or 5, for (x - lowest) * inverse: pairs in 16 bytes, fifth bits in four.
TN_FUNCTION void tn_put_codes(TN_GLOBAL tn_u8* pairs, TN_GLOBAL tn_u8* fifths,
                              const TN_GLOBAL tn_u8* x, tn_i64 step, float lowest, float inverse,
                              float offset, tn_i32 bits) {
  const float top = bits == 5 ? 31.0f : 15.0f;
  tn_u32 high = 0u;
  for (tn_i32 i = 0; i < 16; ++i) {
    const tn_i32 p = tn_offset_code((tn_x_at(x, i, step) - lowest) * inverse, offset, top);
    const tn_i32 q = tn_offset_code((tn_x_at(x, 16 + i, step) - lowest) * inverse, offset, top);
    pairs[i] = (tn_u8)((p & 15) | ((q & 15) << 4));
    high |= ((tn_u32)(p >> 4) << i) | ((tn_u32)(q >> 4) << (16 + i));
  }
  if (bits != 5) return;
  for (tn_i32 i = 0; i < 4; ++i) fifths[i] = (tn_u8)((high >> (8 * i)) & 255u);
}

TN_FUNCTION void tn_encode_q4_0(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const float scale = tn_extreme(x, 32, step) / -8.0f;
  tn_put_half(block, scale);
  tn_put_codes(block + 2, block, x, step, 0.0f, tn_inverse_or_zero(scale), 8.0f, 4);
}

TN_FUNCTION void tn_encode_q5_0(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const float scale = tn_extreme(x, 32, step) / -16.0f;
  tn_put_half(block, scale);
  tn_put_codes(block + 6, block + 2, x, step, 0.0f, tn_inverse_or_zero(scale), 16.0f, 5);
}

TN_FUNCTION void tn_encode_q4_1(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const float lowest = tn_lowest(x, 32, step);
  const float scale = (tn_highest(x, 32, step) - lowest) / 15.0f;
  tn_put_half(block, scale);
  tn_put_half(block + 2, lowest);
  tn_put_codes(block + 4, block, x, step, lowest, tn_inverse_or_zero(scale), 0.0f, 4);
}

TN_FUNCTION void tn_encode_q5_1(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const float lowest = tn_lowest(x, 32, step);
  const float scale = (tn_highest(x, 32, step) - lowest) / 31.0f;
  tn_put_half(block, scale);
  tn_put_half(block + 2, lowest);
  tn_put_codes(block + 8, block + 4, x, step, lowest, tn_inverse_or_zero(scale), 0.0f, 5);
}

TN_FUNCTION void tn_encode_iq4_nl(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  tn_put_half(block, tn_fit_scale(x, 32, step, -127.0f));
  const float inverse = tn_inverse_or_zero(tn_half_at(block));
  for (tn_i32 i = 0; i < 16; ++i) {
    const tn_i32 p = tn_nearest_uneven(tn_x_at(x, i, step) * inverse);
    const tn_i32 q = tn_nearest_uneven(tn_x_at(x, 16 + i, step) * inverse);
    block[2 + i] = (tn_u8)(p | (q << 4));
  }
}
