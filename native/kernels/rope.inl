#include "kernels/language.h"

#include "kernels/args/rope.h"

/// Radians per position.
TN_FUNCTION float tn_frequency(const tn_rope_args a, float divisor, tn_i32 pair) {
  const float plain = exp2((float)pair * a.log2_base_step) / divisor;
  const float scaled = plain * a.frequency_scale;
  if (a.extrapolation == 0.0f) return scaled;
  const float ramp = ((float)pair - a.low) / fmax(0.001f, a.high - a.low);
  const float kept = (1.0f - fmin(1.0f, fmax(0.0f, ramp))) * a.extrapolation;
  return scaled * (1.0f - kept) + plain * kept;
}

// One group for each head of each token.
TN_KERNEL_3(rope, tn_rope_args) {
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  const float position = (float)TN_INTS(in1)[TN_GROUP_Y];
  for (tn_i32 pair = TN_THREAD; pair < a.dims / 2; pair += TN_THREADS) {
    const float divisor = a.has_divisors ? TN_FLOATS(in2)[pair] : 1.0f;
    const float angle = position * tn_frequency(a, divisor, pair);
    const float c = cos(angle) * a.magnitude;
    const float s = sin(angle) * a.magnitude;
    const tn_i32 first = a.offset + pair * a.step;
    const float p = x[first];
    const float q = x[first + a.partner];
    y[first] = p * c - q * s;
    y[first + a.partner] = p * s + q * c;
  }
  for (tn_i32 i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS)
    if (i < a.offset || i >= a.offset + a.dims) y[i] = x[i];
}
