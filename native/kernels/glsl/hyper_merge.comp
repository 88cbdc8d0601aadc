#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "functions.glsl"
#include "args/rows.h"

TN_ARGS(tn_rows_args)

tn_floats stream_row(int stream) { return tn_floats(tn_row(in0, a.x, stream, TN_GROUP_X, 0)); }
tn_floats gate_row(int stream) { return tn_floats(tn_row(in1, a.z, stream, TN_GROUP_X, 0)); }
float weight_of(int stream) { return tn_floats(tn_row(in1, a.z, TN_GROUP_X, 0, 0)).at[stream]; }

/// z: weights [streams, tokens], or gates like x.
float factor_of(int stream, int i) {
  switch (tn_first) {
    TN_CASE(0, hyper_merge, weight_of(stream))
    TN_CASE(1, hyper_merge_gated, tn_sigmoid(gate_row(stream).at[i]))
  }
  return 0.0f;
}

// x: streams [width, streams, tokens]; p[0]: scale. One group for each row of the result.
void main() {
  tn_floats y = tn_floats(tn_row(push.result, a.y, TN_GROUP_X, 0, 0));
  for (int i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {
    float sum = 0.0f;
    for (int stream = 0; stream < a.x.shape[1]; ++stream)
      sum += stream_row(stream).at[i] * factor_of(stream, i);
    y.at[i] = sum * a.p[0];
  }
}
