#pragma once

#include "kernels/all_types.h"

// Blocks of 32 elements written: tn_encode_<type>(block, x, bytes between the floats of x).

TN_FUNCTION float tn_x_at(const TN_GLOBAL tn_u8* x, tn_i32 i, tn_i64 step) {
  return *(const TN_GLOBAL float*)(x + i * step);
}

TN_FUNCTION float tn_inverse_or_zero(float x) { return x == 0.0f ? 0.0f : 1.0f / x; }

/// The first element with the largest magnitude, with its sign.
TN_FUNCTION float tn_extreme(const TN_GLOBAL tn_u8* x, tn_i64 step) {
  float extreme = tn_x_at(x, 0, step);
  for (tn_i32 i = 1; i < 32; ++i) {
    const float value = tn_x_at(x, i, step);
    if (fabs(value) > fabs(extreme)) extreme = value;
  }
  return extreme;
}

TN_FUNCTION float tn_lowest(const TN_GLOBAL tn_u8* x, tn_i64 step) {
  float lowest = tn_x_at(x, 0, step);
  for (tn_i32 i = 1; i < 32; ++i) lowest = fmin(lowest, tn_x_at(x, i, step));
  return lowest;
}

TN_FUNCTION float tn_highest(const TN_GLOBAL tn_u8* x, tn_i64 step) {
  float highest = tn_x_at(x, 0, step);
  for (tn_i32 i = 1; i < 32; ++i) highest = fmax(highest, tn_x_at(x, i, step));
  return highest;
}

/// floor(x + offset + 0.5), limited to 0 … top; the first limit gives NaN a result.
TN_FUNCTION tn_i32 tn_offset_code(float x, float offset, float top) {
  const float limited = fmin(fmax(x, -offset - 1.0f), top + 1.0f);
  return (tn_i32)fmin(fmax(floor(limited + (offset + 0.5f)), 0.0f), top);
}

TN_FUNCTION void tn_put_half(TN_GLOBAL tn_u8* at, float value) {
  *(TN_GLOBAL tn_u16*)at = tn_float_to_half(value);
}

TN_FUNCTION void tn_encode_q8_0(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const float scale = fabs(tn_extreme(x, step)) / 127.0f;
  const float inverse = tn_inverse_or_zero(scale);
  tn_put_half(block, scale);
  for (tn_i32 i = 0; i < 32; ++i) {
    const float code = fmin(fmax(round(tn_x_at(x, i, step) * inverse), -127.0f), 127.0f);
    ((TN_GLOBAL tn_i8*)block)[2 + i] = (tn_i8)code;
  }
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
  const float scale = tn_extreme(x, step) / -8.0f;
  tn_put_half(block, scale);
  tn_put_codes(block + 2, block, x, step, 0.0f, tn_inverse_or_zero(scale), 8.0f, 4);
}

TN_FUNCTION void tn_encode_q5_0(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const float scale = tn_extreme(x, step) / -16.0f;
  tn_put_half(block, scale);
  tn_put_codes(block + 6, block + 2, x, step, 0.0f, tn_inverse_or_zero(scale), 16.0f, 5);
}

TN_FUNCTION void tn_encode_q4_1(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const float lowest = tn_lowest(x, step);
  const float scale = (tn_highest(x, step) - lowest) / 15.0f;
  tn_put_half(block, scale);
  tn_put_half(block + 2, lowest);
  tn_put_codes(block + 4, block, x, step, lowest, tn_inverse_or_zero(scale), 0.0f, 4);
}

TN_FUNCTION void tn_encode_q5_1(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const float lowest = tn_lowest(x, step);
  const float scale = (tn_highest(x, step) - lowest) / 31.0f;
  tn_put_half(block, scale);
  tn_put_half(block + 2, lowest);
  tn_put_codes(block + 8, block + 4, x, step, lowest, tn_inverse_or_zero(scale), 0.0f, 5);
}

/// The number of the level nearest to x; levels ascend.
TN_FUNCTION tn_i32 tn_nearest_uneven(float x) {
  tn_i32 code = 0;
  for (tn_i32 i = 0; i < 15; ++i)
    code += x > (tn_uneven_level(i) + tn_uneven_level(i + 1)) * 0.5f ? 1 : 0;
  return code;
}

/// The scale for which the levels come closest to x by least squares, of some for which the largest
/// element gets about the level -127.
TN_FUNCTION float tn_uneven_scale(const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const float largest = tn_extreme(x, step);
  float best = largest / -127.0f;
  float best_gain = 0.0f;
  if (largest == 0.0f) return 0.0f;
  for (tn_i32 trial = -9; trial <= 9; ++trial) {
    const float inverse = -127.0f * (1.0f + 0.02f * (float)trial) / largest;
    float across = 0.0f;
    float square = 0.0f;
    for (tn_i32 i = 0; i < 32; ++i) {
      const float level = tn_uneven_level(tn_nearest_uneven(tn_x_at(x, i, step) * inverse));
      across += tn_x_at(x, i, step) * level;
      square += level * level;
    }
    if (square > 0.0f && across * across > best_gain * square) {
      best = across / square;
      best_gain = across * across / square;
    }
  }
  return best;
}

TN_FUNCTION void tn_encode_iq4_nl(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  tn_put_half(block, tn_uneven_scale(x, step));
  const float inverse = tn_inverse_or_zero(tn_half_at(block));
  for (tn_i32 i = 0; i < 16; ++i) {
    const tn_i32 p = tn_nearest_uneven(tn_x_at(x, i, step) * inverse);
    const tn_i32 q = tn_nearest_uneven(tn_x_at(x, 16 + i, step) * inverse);
    block[2 + i] = (tn_u8)(p | (q << 4));
  }
}

#define TN_FOR_ENCODED_TYPES(X) X(q8_0) X(q4_0) X(q4_1) X(q5_0) X(q5_1) X(iq4_nl)
