#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/recurrent.h"

TN_KERNEL(rwkv_wkv6, 0, 0)
TN_ARGS(tn_recurrent_args)
#include "recurrent.glsl"

// in0 … in5: k, v, r, first, decay, states.
void main() {
  const int n = size();
  if (own_channel() >= n) return;
  tn_floats state = start_state(in5, own_channel(), n);
  tn_floats first = tn_floats(tn_row(in3, a.first, TN_GROUP_X, 0, 0));
  for (int token = 0; token < tokens(); ++token) {
    tn_floats k = token_row(in0, a.x[0], token);
    tn_floats r = token_row(in2, a.x[2], token);
    tn_floats decay = token_row(in4, a.x[3], token);
    const float v = token_row(in1, a.x[1], token).at[own_channel()];
    float sum = 0.0f;
    for (int i = 0; i < n; ++i) {
      const float kept = state.at[i * n];
      const float product = k.at[i] * v;
      sum += (product * first.at[i] + kept) * r.at[i];
      state.at[i * n] = kept * decay.at[i] + product;
    }
    put_output(token, sum);
  }
}
