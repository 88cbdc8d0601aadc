#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/state.h"

TN_KERNEL(ssm_conv, 0, 0)
TN_ARGS(tn_conv_args)

// Groups: tokens, sequences.
void main() {
  tn_floats y = tn_floats(tn_row(push.result, a.y, TN_GROUP_X, TN_GROUP_Y, 0));
  for (int channel = TN_THREAD; channel < a.y.shape[0]; channel += TN_THREADS) {
    tn_floats x = tn_floats(tn_row(in0, a.x, channel, TN_GROUP_Y, 0));
    tn_floats window = tn_floats(tn_row(in1, a.window, channel, 0, 0));
    float sum = 0.0f;
    for (int i = 0; i < a.window.shape[0]; ++i) sum += x.at[TN_GROUP_X + i] * window.at[i];
    y.at[channel] = sum;
  }
}
