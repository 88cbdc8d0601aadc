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

/// x is about step * code - low, with codes from 0 to a top.
typedef struct tn_affine {
  float step;
  float low;
} tn_affine;

TN_FUNCTION tn_i32 tn_affine_code(const tn_affine fit, float x, float top) {
  return tn_nearest_code((x + fit.low) * tn_inverse_or_zero(fit.step), 0.0f, top);
}

TN_FUNCTION float tn_affine_error(const tn_affine fit, const TN_GLOBAL tn_u8* x, tn_i32 n,
                                  tn_i64 step, float top) {
  float error = 0.0f;
  for (tn_i32 i = 0; i < n; ++i) {
    const float value = tn_x_at(x, i, step);
    const float off = fit.step * (float)tn_affine_code(fit, value, top) - fit.low - value;
    error += off * off;
  }
  return error;
}

/// The least squares for the codes that a fit gives.
TN_FUNCTION tn_affine tn_refit_affine(const tn_affine fit, const TN_GLOBAL tn_u8* x, tn_i32 n,
                                      tn_i64 step, float top) {
  float codes = 0.0f;
  float squares = 0.0f;
  float sum = 0.0f;
  float across = 0.0f;
  for (tn_i32 i = 0; i < n; ++i) {
    const float value = tn_x_at(x, i, step);
    const float code = (float)tn_affine_code(fit, value, top);
    codes += code;
    squares += code * code;
    sum += value;
    across += value * code;
  }
  const float determinant = (float)n * squares - codes * codes;
  tn_affine better = fit;
  if (!(determinant > 0.0f)) return better;
  better.step = ((float)n * across - sum * codes) / determinant;
  better.low = (better.step * codes - sum) / (float)n;
  if (better.low < 0.0f) {
    better.step = across / squares;
    better.low = 0.0f;
  }
  better.step = fmax(better.step, 0.0f);
  return better;
}

TN_FUNCTION tn_affine tn_fit_affine(const TN_GLOBAL tn_u8* x, tn_i32 n, tn_i64 step, float top) {
  tn_affine best;
  best.low = fmax(-tn_lowest(x, n, step), 0.0f);
  best.step = fmax(tn_highest(x, n, step) + best.low, 0.0f) / top;
  const tn_affine widest = best;
  float best_error = tn_affine_error(best, x, n, step, top);
  for (tn_i32 trial = 0; trial < 8; ++trial) {
    const float part = 1.0f - 0.05f * (float)trial;
    tn_affine fit = widest;
    fit.step = widest.step * part;
    fit.low = widest.low * part;
    fit = tn_refit_affine(fit, x, n, step, top);
    const float error = tn_affine_error(fit, x, n, step, top);
    if (error < best_error) {
      best = fit;
      best_error = error;
    }
  }
  return best;
}
