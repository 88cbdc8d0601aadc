#pragma once

#include "kernels/encode_k.h"

// Blocks of floats with four bits, and of numbers -1, 0 and 1.

/// The first code for which scale * level is nearest to x.
TN_FUNCTION tn_i32 tn_nearest_tiny(float x, float scale) {
  tn_i32 best = 0;
  float smallest = fabs(x);
  for (tn_i32 code = 1; code < 16; ++code) {
    const float error = fabs(scale * tn_tiny_float(code) - x);
    if (error < smallest) {
      best = code;
      smallest = error;
    }
  }
  return best;
}

/// By the exponent of the largest element; the largest level, 6, has an exponent of 2.
TN_FUNCTION tn_u32 tn_mxfp4_exponent(float largest) {
  const tn_u32 exponent = tn_float_to_bits(largest) >> 23;
  return exponent < 2u ? 0u : exponent - 2u;
}

TN_FUNCTION void tn_encode_mxfp4(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const tn_u32 exponent = tn_mxfp4_exponent(fabs(tn_extreme(x, 32, step)));
  const float scale = tn_mxfp4_scale(exponent);
  block[0] = (tn_u8)exponent;
  for (tn_i32 i = 0; i < 16; ++i) {
    const tn_i32 p = tn_nearest_tiny(tn_x_at(x, i, step), scale);
    const tn_i32 q = tn_nearest_tiny(tn_x_at(x, 16 + i, step), scale);
    block[1 + i] = (tn_u8)(p | (q << 4));
  }
}

TN_FUNCTION float tn_nvfp4_error(const TN_GLOBAL tn_u8* x, tn_i64 step, tn_u32 code) {
  const float scale = tn_nvfp4_scale(code);
  float error = 0.0f;
  for (tn_i32 i = 0; i < 16; ++i) {
    const float value = tn_x_at(x, i, step);
    const float off = scale * tn_tiny_float(tn_nearest_tiny(value, scale)) - value;
    error += off * off;
  }
  return error;
}

/// The best of the scales near the one that gives the largest element the largest level. 0x7e is
/// the largest.
TN_FUNCTION tn_u32 tn_nvfp4_best(const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const float wanted = fabs(tn_extreme(x, 16, step)) / 12.0f;
  tn_u32 first = 0u;
  while (first < 0x7eu && tn_nvfp4_scale(first) < wanted) ++first;
  tn_u32 best = first;
  float smallest = tn_nvfp4_error(x, step, best);
  for (tn_u32 code = first < 4u ? 0u : first - 4u; code <= first + 4u && code <= 0x7eu; ++code) {
    const float error = tn_nvfp4_error(x, step, code);
    if (error < smallest) {
      best = code;
      smallest = error;
    }
  }
  return best;
}

TN_FUNCTION void tn_encode_nvfp4(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  for (tn_i32 part = 0; part < 4; ++part, x += 16 * step) {
    const tn_u32 code = tn_nvfp4_best(x, step);
    const float scale = tn_nvfp4_scale(code);
    block[part] = (tn_u8)code;
    for (tn_i32 i = 0; i < 8; ++i) {
      const tn_i32 p = tn_nearest_tiny(tn_x_at(x, i, step), scale);
      const tn_i32 q = tn_nearest_tiny(tn_x_at(x, 8 + i, step), scale);
      block[4 + part * 8 + i] = (tn_u8)(p | (q << 4));
    }
  }
}

/// A digit for each `width` elements; what is missing of five is 0. Rounded up, so that cutting off
/// the fraction gives the digits back.
TN_FUNCTION void tn_put_ternary(TN_GLOBAL tn_u8* bytes, const TN_GLOBAL tn_u8* x, tn_i64 step,
                                tn_i32 width, tn_i32 digits, float inverse) {
  for (tn_i32 i = 0; i < width; ++i) {
    tn_i32 number = 0;
    for (tn_i32 digit = 0; digit < 5; ++digit) {
      number *= 3;
      if (digit < digits)
        number += tn_nearest_code(tn_x_at(x, digit * width + i, step) * inverse, -1.0f, 1.0f) + 1;
    }
    bytes[i] = (tn_u8)((number * 256 + 242) / 243);
  }
}

TN_FUNCTION void tn_encode_tq1_0(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const float scale = fabs(tn_extreme(x, 256, step));
  const float inverse = tn_inverse_or_zero(scale);
  tn_put_half(block + 52, scale);
  tn_put_ternary(block, x, step, 32, 5, inverse);
  tn_put_ternary(block + 32, x + 160 * step, step, 16, 5, inverse);
  tn_put_ternary(block + 48, x + 240 * step, step, 4, 4, inverse);
}

TN_FUNCTION void tn_encode_tq2_0(TN_GLOBAL tn_u8* block, const TN_GLOBAL tn_u8* x, tn_i64 step) {
  const float scale = fabs(tn_extreme(x, 256, step));
  const float inverse = tn_inverse_or_zero(scale);
  tn_clear_bytes(block, 64);
  for (tn_i32 i = 0; i < 256; ++i)
    tn_put_quad(block, i, tn_nearest_code(tn_x_at(x, i, step) * inverse, -1.0f, 1.0f) + 1);
  tn_put_half(block + 64, scale);
}
