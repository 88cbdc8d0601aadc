#include "kernels/language.h"

#include "kernels/args/rope_sections.h"

/// Radians per position, of the pair with frequency number `step`.
TN_FUNCTION float tn_frequency(const tn_rope_args a, float divisor, tn_i32 pair, tn_i32 step) {
  const float plain = exp2((float)step * a.log2_base_step) / divisor;
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
    const float angle = position * tn_frequency(a, divisor, pair, pair);
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

/// The section of the pair that is number `rest` of those that the sections make.
TN_FUNCTION tn_i32 tn_rope_section(const tn_rope_sections_args a, tn_i32 rest) {
  tn_i32 section = 0;
  if (a.order == 0) return 0;
  if (a.order == 2) return rest < 3 * a.size[rest % 3] ? rest % 3 : 3;
  for (; section < 3 && rest >= a.size[section]; ++section) rest -= a.size[section];
  return section;
}

/// Pairs before a section.
TN_FUNCTION tn_i32 tn_rope_before(const tn_rope_sections_args a, tn_i32 section) {
  tn_i32 before = 0;
  for (tn_i32 i = 0; i < section; ++i) before += a.size[i];
  return before;
}

// As rope, with sections.
TN_KERNEL_3(rope_sections, tn_rope_sections_args) {
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.rope.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.rope.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  const tn_i32 all = tn_rope_before(a, 4);
  for (tn_i32 pair = TN_THREAD; pair < a.pairs; pair += TN_THREADS) {
    const tn_i32 rest = all > 0 ? pair % all : pair;
    const tn_i32 section = tn_rope_section(a, rest);
    const tn_i32 step = a.order == 3 ? rest - tn_rope_before(a, section) : pair;
    const float position = (float)TN_INTS(in1)[TN_GROUP_Y + section * a.kinds_apart];
    const float divisor = a.rope.has_divisors ? TN_FLOATS(in2)[pair] : 1.0f;
    const float angle = position * tn_frequency(a.rope, divisor, pair, step);
    const float c = cos(angle) * a.rope.magnitude;
    const float s = sin(angle) * a.rope.magnitude * a.direction;
    const tn_i32 first = a.rope.offset + pair * a.rope.step;
    const float p = x[first];
    const float q = x[first + a.rope.partner];
    y[first] = p * c - q * s;
    y[first + a.rope.partner] = p * s + q * c;
  }
  for (tn_i32 i = TN_THREAD; i < a.rope.x.shape[0]; i += TN_THREADS)
    if (i < a.rope.offset || i >= a.rope.offset + 2 * a.pairs) y[i] = x[i];
}
