#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/recurrent.h"

TN_KERNEL(rwkv_wkv7, 0, 0)
TN_ARGS(tn_recurrent_args)
#include "recurrent.glsl"

// in0 … in6: r, decay, k, v, a, b, states.
void main() {
  const int n = size();
  if (own_channel() >= n) return;
  tn_floats state = start_state(in6, own_channel() * n, 1);
  for (int token = 0; token < tokens(); ++token) {
    tn_floats r = token_row(in0, a.x[0], token);
    tn_floats decay = token_row(in1, a.x[1], token);
    tn_floats k = token_row(in2, a.x[2], token);
    const float v = token_row(in3, a.x[3], token).at[own_channel()];
    tn_floats read = token_row(in4, a.x[4], token);
    tn_floats added = token_row(in5, a.x[5], token);
    float known = 0.0f;
    for (int i = 0; i < n; ++i) known += state.at[i] * read.at[i];
    float sum = 0.0f;
    for (int i = 0; i < n; ++i) {
      const float value = state.at[i] * decay.at[i] + v * k.at[i] + known * added.at[i];
      state.at[i] = value;
      sum += value * r.at[i];
    }
    put_output(token, sum);
  }
}
