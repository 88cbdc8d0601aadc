// What rope and rope with sections share. Comes behind TN_ARGS; `r` are the constants.

/// Radians per position, of the pair with frequency number `step`.
float frequency_of(tn_rope_args r, float divisor, int pair, int number) {
  const float plain = exp2(float(number) * r.log2_base_step) / divisor;
  const float scaled = plain * r.frequency_scale;
  if (r.extrapolation == 0.0f) return scaled;
  const float ramp = (float(pair) - r.low) / max(0.001f, r.high - r.low);
  const float kept = (1.0f - min(1.0f, max(0.0f, ramp))) * r.extrapolation;
  return scaled * (1.0f - kept) + plain * kept;
}

/// Turns a pair of this group's row.
void turn_pair(tn_rope_args r, int pair, float angle, float direction) {
  tn_floats x = tn_floats(tn_own_row(in0, r.x));
  tn_floats y = tn_floats(tn_own_row(push.result, r.y));
  const vec2 turn = tn_sin_cos(angle) * r.magnitude * vec2(direction, 1.0f);
  const int first = r.offset + pair * r.step;
  const float p = x.at[first];
  const float q = x.at[first + r.partner];
  y.at[first] = p * turn.y - q * turn.x;
  y.at[first + r.partner] = p * turn.x + q * turn.y;
}

/// Elements that do not turn.
void copy_others(tn_rope_args r, int pairs) {
  tn_floats x = tn_floats(tn_own_row(in0, r.x));
  tn_floats y = tn_floats(tn_own_row(push.result, r.y));
  for (int i = TN_THREAD; i < r.x.shape[0]; i += TN_THREADS)
    if (i < r.offset || i >= r.offset + 2 * pairs) y.at[i] = x.at[i];
}

float divisor_of(tn_rope_args r, int pair) {
  return r.has_divisors != 0 ? tn_floats(in2).at[pair] : 1.0f;
}
