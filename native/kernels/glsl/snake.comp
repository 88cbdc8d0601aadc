#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "functions.glsl"
#include "args/rows.h"

TN_KERNEL(snake, 0, 0)
TN_ARGS(tn_rows_args)

// x + factor * sin(a * x)^2; in1: a, in2: factors, both by row. One group for each row.
void main() {
  tn_floats x = tn_floats(tn_own_row(in0, a.x));
  tn_floats y = tn_floats(tn_own_row(push.result, a.y));
  const float speed = tn_floats(in1).at[TN_GROUP_X];
  const float factor = tn_floats(in2).at[TN_GROUP_X];
  for (int i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {
    const float wave = tn_sin_cos(speed * x.at[i]).x;
    y.at[i] = x.at[i] + wave * wave * factor;
  }
}
