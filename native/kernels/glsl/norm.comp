#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "group.glsl"
#include "args/norm.h"

TN_KERNEL(norm, 0, 0)
TN_ARGS(tn_norm_args)

/// What a row is multiplied with, from the sum of its squares.
float factor_of(float squares) {
  if (a.kind == 2) return 1.0f / max(sqrt(squares), a.epsilon);
  return 1.0f / sqrt(squares / float(a.x.shape[0]) + a.epsilon);
}

// One group for each row.
void main() {
  const int n = a.x.shape[0];
  tn_floats x = tn_floats(tn_own_row(in0, a.x));
  tn_floats y = tn_floats(tn_own_row(push.result, a.y));
  float mean = 0.0f;
  if (a.kind == 1) {
    float sum = 0.0f;
    for (int i = TN_THREAD; i < n; i += TN_THREADS) sum += x.at[i];
    mean = tn_sum_group(sum) / float(n);
  }
  float squares = 0.0f;
  for (int i = TN_THREAD; i < n; i += TN_THREADS) squares += (x.at[i] - mean) * (x.at[i] - mean);
  const float factor = factor_of(tn_sum_group(squares));
  tn_floats weight =
      tn_floats(tn_repeated_row(in1, a.weight, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  tn_floats bias =
      tn_floats(tn_repeated_row(in2, a.bias, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  for (int i = TN_THREAD; i < n; i += TN_THREADS) {
    float value = (x.at[i] - mean) * factor;
    if (a.has_weight != 0) value *= weight.at[i];
    if (a.has_bias != 0) value += bias.at[i];
    y.at[i] = value;
  }
}
