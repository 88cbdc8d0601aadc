#pragma once

#include "kernels/fits_affine.h"

// Fits of blocks of 256 elements, in parts with scales of their own.

/// Scales and offsets of up to 16 parts: whole numbers times the two numbers of the block, which
/// are as halves hold them.
typedef struct tn_parts {
  float scale;
  float low;
  tn_i8 step[16];
  tn_i8 offset[16];
} tn_parts;

TN_FUNCTION float tn_as_half(float x) { return tn_half_to_float(tn_float_to_half(x)); }

/// `extreme` is the level with the largest magnitude, `lowest` the step with the largest.
TN_FUNCTION tn_parts tn_signed_parts(const TN_GLOBAL tn_u8* x, tn_i32 parts, tn_i64 step,
                                     float extreme, float lowest) {
  const tn_i32 n = 256 / parts;
  float fits[16];
  float widest = 0.0f;
  tn_parts found;
  for (tn_i32 part = 0; part < parts; ++part) {
    fits[part] = tn_fit_scale(x + part * n * step, n, step, extreme);
    if (fabs(fits[part]) > fabs(widest)) widest = fits[part];
  }
  found.scale = tn_as_half(widest / lowest);
  found.low = 0.0f;
  const float inverse = tn_inverse_or_zero(found.scale);
  for (tn_i32 part = 0; part < parts; ++part)
    found.step[part] = (tn_i8)tn_nearest_code(fits[part] * inverse, lowest, -lowest - 1.0f);
  return found;
}

/// Codes up to `top`, steps and offsets up to `limit`.
TN_FUNCTION tn_parts tn_affine_parts(const TN_GLOBAL tn_u8* x, tn_i32 parts, tn_i64 step, float top,
                                     float limit) {
  const tn_i32 n = 256 / parts;
  tn_affine fits[16];
  float widest = 0.0f;
  float lowest = 0.0f;
  tn_parts found;
  for (tn_i32 part = 0; part < parts; ++part) {
    fits[part] = tn_fit_affine(x + part * n * step, n, step, top);
    widest = fmax(widest, fits[part].step);
    lowest = fmax(lowest, fits[part].low);
  }
  found.scale = tn_as_half(widest / limit);
  found.low = tn_as_half(lowest / limit);
  for (tn_i32 part = 0; part < parts; ++part) {
    const float per_step = tn_inverse_or_zero(found.scale);
    const float per_offset = tn_inverse_or_zero(found.low);
    found.step[part] = (tn_i8)tn_nearest_code(fits[part].step * per_step, 0.0f, limit);
    found.offset[part] = (tn_i8)tn_nearest_code(fits[part].low * per_offset, 0.0f, limit);
  }
  return found;
}

TN_FUNCTION float tn_part_inverse(const tn_parts parts, tn_i32 part) {
  return tn_inverse_or_zero(parts.scale * (float)parts.step[part]);
}

TN_FUNCTION tn_i32 tn_part_code(const tn_parts parts, tn_i32 part, float x, float top) {
  tn_affine fit;
  fit.step = parts.scale * (float)parts.step[part];
  fit.low = parts.low * (float)parts.offset[part];
  return tn_affine_code(fit, x, top);
}
