#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/recurrent.h"

TN_KERNEL(gated_linear_attention, 0, 0)
TN_ARGS(tn_recurrent_args)
#include "recurrent.glsl"

// in0 … in4: q, k, v, gate, states.
void main() {
  const int n = size();
  if (own_channel() >= n) return;
  tn_floats state = start_state(in4, own_channel(), n);
  for (int token = 0; token < tokens(); ++token) {
    tn_floats q = token_row(in0, a.x[0], token);
    tn_floats k = token_row(in1, a.x[1], token);
    const float v = token_row(in2, a.x[2], token).at[own_channel()];
    tn_floats gate = token_row(in3, a.x[3], token);
    float sum = 0.0f;
    for (int i = 0; i < n; ++i) {
      const float value = state.at[i * n] * gate.at[i] + k.at[i] * v;
      state.at[i * n] = value;
      sum += value * q.at[i];
    }
    put_output(token, sum * a.scale);
  }
}
