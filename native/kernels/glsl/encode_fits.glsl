// What the encoders of blocks have in common: n floats x, `step` bytes from one to the next, as
// codes with a scale. As core/quantize.h has it, to the last bit: fits are compared by sums, and a
// product that is not rounded on its own may make another one the best.

float tn_x(tn_address x, int i, tn_i64 step) { return tn_floats(x + i * step).at[0]; }

/// The nearest whole number, halves away from zero; limits give NaN a result too.
int tn_nearest_code(float x, float low, float high) {
  const float limited = min(max(x, low), high);
  const float size = abs(limited);
  const float whole = floor(size);
  // Not the floor of a sum, which is 1 for what comes before a half.
  return int(sign(limited) * (size - whole >= 0.5f ? whole + 1.0f : whole));
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
