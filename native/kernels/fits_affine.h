#pragma once

#include "kernels/fits.h"

// Codes from 0 on with a scale and an offset.

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
