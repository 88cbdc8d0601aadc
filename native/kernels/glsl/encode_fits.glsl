// What the encoders of blocks have in common: n floats x, `step` bytes from one to the next, as
// codes with a scale. As core/quantize.h has it, to the last bit: fits are compared by sums, and a
// product that is not rounded on its own may make another one the best.

float tn_x(tn_address x, int i, tn_i64 step) { return tn_floats(x + i * step).at[0]; }

/// The nearest whole number, halves away from zero; limits give NaN a result too.
int tn_nearest_code(float x, float low, float high) {
  const float limited = min(max(x, low), high);
  return int(sign(limited) * floor(abs(limited) + 0.5f));
}

/// The upper half of the digits of a number.
float tn_upper_half(float x) {
  precise float large = 4097.0f * x;
  precise float rest = large - x;
  precise float upper = large - rest;
  return upper;
}

/// Rounded as the CPU does, so that codes agree: devices may be off by two units and a half. What
/// is missing is found exactly, from products of halves.
float tn_quotient(float p, float q) {
  precise float quotient = p / q;
  precise float product = quotient * q;
  const float a = tn_upper_half(quotient);
  const float b = tn_upper_half(q);
  precise float lost = a * b - product;
  lost = lost + a * (q - b);
  lost = lost + (quotient - a) * b;
  lost = lost + (quotient - a) * (q - b);
  precise float missing = (p - product) - lost;
  return abs(missing) < TN_INFINITY ? quotient + missing / q : quotient;
}

float tn_inverse_or_zero(float x) { return x == 0.0f ? 0.0f : tn_quotient(1.0f, x); }

void tn_put_half(tn_address at, float value) {
  tn_halves(at).at[0] = uint16_t(tn_float_to_half(value));
}

/// The first element with the largest magnitude.
float tn_extreme(tn_address x, int n, tn_i64 step) {
  float extreme = tn_x(x, 0, step);
  for (int i = 1; i < n; ++i) {
    const float value = tn_x(x, i, step);
    extreme = abs(value) > abs(extreme) ? value : extreme;
  }
  return extreme;
}

/// The number of the uneven level nearest to x.
uint tn_nearest_uneven(float x) {
  uint code = 0;
  for (uint i = 0; i < 15; ++i)
    code += x > (tn_uneven_level(i) + tn_uneven_level(i + 1)) * 0.5f ? 1 : 0;
  return code;
}

/// The level nearest to x of those whose largest magnitude `extreme` has: the uneven ones for -127,
/// else whole numbers.
float tn_level(float x, float extreme) {
  if (extreme == -127.0f) return tn_uneven_level(tn_nearest_uneven(x));
  return float(tn_nearest_code(x, extreme, -extreme - 1.0f));
}

/// By least squares, of some for which the largest element gets about the level `extreme`.
float tn_fit_scale(tn_address x, int n, tn_i64 step, float extreme) {
  const float largest = tn_extreme(x, n, step);
  if (largest == 0.0f) return 0.0f;
  float best = tn_quotient(largest, extreme);
  float best_gain = 0.0f;
  for (int trial = -9; trial <= 9; ++trial) {
    precise float wanted = extreme * (1.0f + 0.02f * float(trial));
    const float inverse = tn_quotient(wanted, largest);
    precise float across = 0.0f;
    precise float square = 0.0f;
    for (int i = 0; i < n; ++i) {
      precise float scaled = tn_x(x, i, step) * inverse;
      const float level = tn_level(scaled, extreme);
      across = across + tn_x(x, i, step) * level;
      square = square + level * level;
    }
    precise float gain = across * across;
    precise float least = best_gain * square;
    if (square > 0.0f && gain > least) {
      best = tn_quotient(across, square);
      best_gain = tn_quotient(gain, square);
    }
  }
  return best;
}

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
