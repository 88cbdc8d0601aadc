#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "functions.glsl"
#include "args/rows.h"

TN_ARGS(tn_rows_args)

/// A row for each number of x. p[0]: how much the logarithm of the frequency falls from one to the
/// next, p[1]: elements; a last one without partner is 0.
float embedded(int i) {
  const int pairs = int(a.p[1]) / 2;
  if (i >= 2 * pairs) return 0.0f;
  const float angle = tn_floats(in0).at[TN_GROUP_X] * exp(-a.p[0] * float(i % pairs));
  const vec2 turn = tn_sin_cos(angle);
  return i < pairs ? turn.y : turn.x;
}

float result_of(int i) {
  switch (tn_first) {
    TN_CASE(0, ramp, a.p[0] + a.p[1] * float(i))
    TN_CASE(1, timestep_embedding, embedded(i))
  }
  return 0.0f;
}

// One group for each row of the result.
void main() {
  tn_floats y = tn_floats(tn_own_row(push.result, a.y));
  for (int i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) y.at[i] = result_of(i);
}
