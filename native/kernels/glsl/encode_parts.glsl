// Fits of blocks of 256 floats, in parts with scales of their own.

/// Scales and offsets of up to 16 parts: whole numbers times the two numbers of the block, which
/// are as halves hold them.
struct tn_parts {
  float scale;
  float low;
  int step[16];
  int offset[16];
};

float tn_as_half(float x) { return unpackHalf2x16(tn_float_to_half(x)).x; }

/// `extreme` is the level with the largest magnitude, `lowest` the step with the largest.
tn_parts tn_signed_parts(tn_address x, int parts, tn_i64 step, float extreme, float lowest) {
  const int n = 256 / parts;
  float fits[16];
  float widest = 0.0f;
  tn_parts found;
  for (int part = 0; part < parts; ++part) {
    fits[part] = tn_fit_scale(x + part * n * step, n, step, extreme);
    widest = abs(fits[part]) > abs(widest) ? fits[part] : widest;
  }
  found.scale = tn_as_half(tn_quotient(widest, lowest));
  found.low = 0.0f;
  const float inverse = tn_inverse_or_zero(found.scale);
  for (int part = 0; part < parts; ++part)
    found.step[part] = tn_nearest_code(fits[part] * inverse, lowest, -lowest - 1.0f);
  return found;
}

/// Codes up to `top`, steps and offsets up to `limit`.
tn_parts tn_affine_parts(tn_address x, int parts, tn_i64 step, float top, float limit) {
  const int n = 256 / parts;
  tn_affine fits[16];
  float widest = 0.0f;
  float lowest = 0.0f;
  tn_parts found;
  for (int part = 0; part < parts; ++part) {
    fits[part] = tn_fit_affine(x + part * n * step, n, step, top);
    widest = max(widest, fits[part].step);
    lowest = max(lowest, fits[part].low);
  }
  found.scale = tn_as_half(tn_quotient(widest, limit));
  found.low = tn_as_half(tn_quotient(lowest, limit));
  const float per_step = tn_inverse_or_zero(found.scale);
  const float per_offset = tn_inverse_or_zero(found.low);
  for (int part = 0; part < parts; ++part) {
    found.step[part] = tn_nearest_code(fits[part].step * per_step, 0.0f, limit);
    found.offset[part] = tn_nearest_code(fits[part].low * per_offset, 0.0f, limit);
  }
  return found;
}

int tn_affine_part_code(tn_parts parts, int part, float x, float top) {
  const tn_affine fit = tn_affine(parts.scale * float(parts.step[part]),
                                  parts.low * float(parts.offset[part]));
  return tn_affine_code(fit, tn_inverse_or_zero(fit.step), x, top);
}

int tn_signed_part_code(tn_parts parts, int part, float x, int lowest) {
  const float inverse = tn_inverse_or_zero(parts.scale * float(parts.step[part]));
  return tn_nearest_code(x * inverse, float(lowest), float(-lowest - 1)) - lowest;
}
