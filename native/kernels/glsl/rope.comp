#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "functions.glsl"
#include "args/rope.h"

TN_KERNEL(rope, 0, 0)
TN_ARGS(tn_rope_args)

/// Radians per position.
float frequency_of(int pair, float divisor) {
  const float plain = exp2(float(pair) * a.log2_base_step) / divisor;
  const float scaled = plain * a.frequency_scale;
  if (a.extrapolation == 0.0f) return scaled;
  const float ramp = (float(pair) - a.low) / max(0.001f, a.high - a.low);
  const float kept = (1.0f - min(1.0f, max(0.0f, ramp))) * a.extrapolation;
  return scaled * (1.0f - kept) + plain * kept;
}

// One group for each head of each token.
void main() {
  tn_floats x = tn_floats(tn_own_row(in0, a.x));
  tn_floats y = tn_floats(tn_own_row(push.result, a.y));
  const float position = float(tn_ints(in1).at[TN_GROUP_Y]);
  for (int pair = TN_THREAD; pair < a.dims / 2; pair += TN_THREADS) {
    const float divisor = a.has_divisors != 0 ? tn_floats(in2).at[pair] : 1.0f;
    const vec2 turn = tn_sin_cos(position * frequency_of(pair, divisor)) * a.magnitude;
    const int first = a.offset + pair * a.step;
    const float p = x.at[first];
    const float q = x.at[first + a.partner];
    y.at[first] = p * turn.y - q * turn.x;
    y.at[first + a.partner] = p * turn.x + q * turn.y;
  }
  for (int i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS)
    if (i < a.offset || i >= a.offset + a.dims) y.at[i] = x.at[i];
}
