// Codes from 0 on with a scale and an offset.

/// x is about step * code - low, with codes from 0 to a top.
struct tn_affine {
  float step;
  float low;
};

int tn_affine_code(tn_affine fit, float inverse, float x, float top) {
  precise float scaled = (x + fit.low) * inverse;
  return tn_nearest_code(scaled, 0.0f, top);
}

float tn_affine_error(tn_affine fit, tn_address x, int n, tn_i64 step, float top) {
  const float inverse = tn_inverse_or_zero(fit.step);
  precise float error = 0.0f;
  for (int i = 0; i < n; ++i) {
    const float value = tn_x(x, i, step);
    const float code = float(tn_affine_code(fit, inverse, value, top));
    precise float off = fit.step * code - fit.low - value;
    error = error + off * off;
  }
  return error;
}

/// The least squares for the codes that a fit gives.
tn_affine tn_refit_affine(tn_affine fit, tn_address x, int n, tn_i64 step, float top) {
  const float inverse = tn_inverse_or_zero(fit.step);
  precise float codes = 0.0f;
  precise float squares = 0.0f;
  precise float sum = 0.0f;
  precise float across = 0.0f;
  for (int i = 0; i < n; ++i) {
    const float value = tn_x(x, i, step);
    const float code = float(tn_affine_code(fit, inverse, value, top));
    codes = codes + code;
    squares = squares + code * code;
    sum = sum + value;
    across = across + value * code;
  }
  precise float determinant = float(n) * squares - codes * codes;
  if (!(determinant > 0.0f)) return fit;
  precise float numerator = float(n) * across - sum * codes;
  const float better = tn_quotient(numerator, determinant);
  precise float rest = better * codes - sum;
  const float low = tn_quotient(rest, float(n));
  if (low < 0.0f) return tn_affine(max(tn_quotient(across, squares), 0.0f), 0.0f);
  return tn_affine(max(better, 0.0f), low);
}

tn_affine tn_fit_affine(tn_address x, int n, tn_i64 step, float top) {
  float lowest = tn_x(x, 0, step);
  float highest = lowest;
  for (int i = 1; i < n; ++i) {
    lowest = min(lowest, tn_x(x, i, step));
    highest = max(highest, tn_x(x, i, step));
  }
  const float low = max(-lowest, 0.0f);
  const tn_affine widest = tn_affine(tn_quotient(max(highest + low, 0.0f), top), low);
  tn_affine best = widest;
  float best_error = tn_affine_error(best, x, n, step, top);
  for (int trial = 0; trial < 8; ++trial) {
    precise float part = 1.0f - 0.05f * float(trial);
    tn_affine fit = tn_affine(widest.step * part, widest.low * part);
    fit = tn_refit_affine(fit, x, n, step, top);
    const float error = tn_affine_error(fit, x, n, step, top);
    if (error < best_error) {
      best = fit;
      best_error = error;
    }
  }
  return best;
}
