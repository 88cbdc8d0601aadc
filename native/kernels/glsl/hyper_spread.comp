#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/rows.h"

TN_KERNEL(hyper_spread, 0, 0)
TN_ARGS(tn_rows_args)

float residual_at(int stream, int i) {
  return tn_floats(tn_row(in1, a.x, stream, TN_GROUP_Y, 0)).at[i];
}

// in0: x [width, tokens] (z), in1: residual (x), in2: gains [streams, tokens], in3: weights [to,
// from, tokens]; p: bytes from token to token of gains and of weights, 1 if there are weights,
// bytes from row to row of weights. One group for each row of the result.
void main() {
  const int to = TN_GROUP_X;
  const int token = TN_GROUP_Y;
  tn_floats x = tn_floats(tn_row(in0, a.z, token, 0, 0));
  const float gain = tn_floats(in2 + token * tn_i64(a.p[0])).at[to];
  const tn_address weights = in3 + token * tn_i64(a.p[1]);
  tn_floats y = tn_floats(tn_row(push.result, a.y, to, token, 0));
  for (int i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {
    float sum = x.at[i] * gain;
    if (a.p[2] < 0.5f) sum += residual_at(to, i);
    for (int from = 0; a.p[2] > 0.5f && from < a.x.shape[1]; ++from)
      sum += residual_at(from, i) * tn_floats(weights + from * tn_i64(a.p[3])).at[to];
    y.at[i] = sum;
  }
}
