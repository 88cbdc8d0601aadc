#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "functions.glsl"
#include "args/rope.h"

TN_KERNEL(rope, 0, 0)
TN_ARGS(tn_rope_args)
#include "rope.glsl"

// One group for each head of each token.
void main() {
  const float position = float(tn_ints(in1).at[TN_GROUP_Y]);
  for (int pair = TN_THREAD; pair < a.dims / 2; pair += TN_THREADS)
    turn_pair(a, pair, position * frequency_of(a, divisor_of(a, pair), pair, pair), 1.0f);
  copy_others(a, a.dims / 2);
}
