#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "group.glsl"
#include "args/softmax.h"

TN_KERNEL(softmax, 0, 0)
TN_ARGS(tn_softmax_args)
#include "slope.glsl"

float logit_of(tn_floats x, tn_floats mask, float slope, int i) {
  const float logit = x.at[i] * a.scale;
  return a.has_mask != 0 ? logit + slope * mask.at[i] : logit;
}

// One group for each row.
void main() {
  const int n = a.x.shape[0];
  tn_floats x = tn_floats(tn_own_row(in0, a.x));
  tn_floats mask = tn_floats(tn_row(in1, a.mask, TN_GROUP_X, TN_GROUP_Y % a.mask.shape[2],
                                    TN_GROUP_Z % a.mask.shape[3]));
  tn_floats y = tn_floats(tn_own_row(push.result, a.y));
  const float slope = tn_slope_of(TN_GROUP_Y);
  const float sink = a.has_sinks != 0 ? tn_floats(in2).at[TN_GROUP_Y] : -TN_INFINITY;
  float largest = sink;
  for (int i = TN_THREAD; i < n; i += TN_THREADS)
    largest = max(largest, logit_of(x, mask, slope, i));
  largest = tn_max_group(largest);
  const bool nothing = largest == -TN_INFINITY;
  float sum = 0.0f;
  for (int i = TN_THREAD; i < n; i += TN_THREADS) {
    const float value = nothing ? 0.0f : exp(logit_of(x, mask, slope, i) - largest);
    y.at[i] = value;
    sum += value;
  }
  sum = tn_sum_group(sum) + (a.has_sinks != 0 ? exp(sink - largest) : 0.0f);
  for (int i = TN_THREAD; i < n; i += TN_THREADS) y.at[i] = nothing ? 0.0f : y.at[i] / sum;
}
