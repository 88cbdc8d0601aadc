#pragma once

#include "kernels/all_types.h"

// What the encoders of blocks have in common: n floats x, `step` bytes from one to the next, as
// codes with a scale. As core/quantize.h has it, to the last bit: fits are compared by sums, and a
// product that is not rounded on its own may make another one the best.

#if defined(__OPENCL_C_VERSION__)
#pragma OPENCL FP_CONTRACT OFF
#elif defined(__clang__)
#pragma clang fp contract(off)
#endif

TN_FUNCTION float tn_x_at(const TN_GLOBAL tn_u8* x, tn_i32 i, tn_i64 step) {
  return *(const TN_GLOBAL float*)(x + i * step);
}

TN_FUNCTION void tn_put_half(TN_GLOBAL tn_u8* at, float value) {
  *(TN_GLOBAL tn_u16*)at = tn_float_to_half(value);
}

TN_FUNCTION float tn_inverse_or_zero(float x) { return x == 0.0f ? 0.0f : 1.0f / x; }

/// The nearest whole number, halves away from zero; the limits give NaN a result.
TN_FUNCTION tn_i32 tn_nearest_code(float x, float lowest, float highest) {
  return (tn_i32)fmin(fmax(round(x), lowest), highest);
}

/// The first element with the largest magnitude, with its sign.
TN_FUNCTION float tn_extreme(const TN_GLOBAL tn_u8* x, tn_i32 n, tn_i64 step) {
  float extreme = tn_x_at(x, 0, step);
  for (tn_i32 i = 1; i < n; ++i) {
    const float value = tn_x_at(x, i, step);
    if (fabs(value) > fabs(extreme)) extreme = value;
  }
  return extreme;
}

TN_FUNCTION float tn_lowest(const TN_GLOBAL tn_u8* x, tn_i32 n, tn_i64 step) {
  float lowest = tn_x_at(x, 0, step);
  for (tn_i32 i = 1; i < n; ++i) lowest = fmin(lowest, tn_x_at(x, i, step));
  return lowest;
}

TN_FUNCTION float tn_highest(const TN_GLOBAL tn_u8* x, tn_i32 n, tn_i64 step) {
  float highest = tn_x_at(x, 0, step);
  for (tn_i32 i = 1; i < n; ++i) highest = fmax(highest, tn_x_at(x, i, step));
  return highest;
}

/// The number of the level nearest to x; levels ascend.
TN_FUNCTION tn_i32 tn_nearest_uneven(float x) {
  tn_i32 code = 0;
  for (tn_i32 i = 0; i < 15; ++i)
    code += x > (tn_uneven_level(i) + tn_uneven_level(i + 1)) * 0.5f ? 1 : 0;
  return code;
}

/// The level nearest to x of those whose largest magnitude `extreme` has: the uneven ones for -127,
/// else whole numbers.
TN_FUNCTION float tn_level(float x, float extreme) {
  if (extreme == -127.0f) return tn_uneven_level(tn_nearest_uneven(x));
  return (float)tn_nearest_code(x, extreme, -extreme - 1.0f);
}

/// The scale for which levels come closest to x by least squares, of some for which the largest
/// element gets about the level `extreme`.
TN_FUNCTION float tn_fit_scale(const TN_GLOBAL tn_u8* x, tn_i32 n, tn_i64 step, float extreme) {
  const float largest = tn_extreme(x, n, step);
  float best = largest / extreme;
  float best_gain = 0.0f;
  if (largest == 0.0f) return 0.0f;
  for (tn_i32 trial = -9; trial <= 9; ++trial) {
    const float inverse = extreme * (1.0f + 0.02f * (float)trial) / largest;
    float across = 0.0f;
    float square = 0.0f;
    for (tn_i32 i = 0; i < n; ++i) {
      const float level = tn_level(tn_x_at(x, i, step) * inverse, extreme);
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
