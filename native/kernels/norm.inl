#include "kernels/language.h"

#include "kernels/args/norm.h"

/// A row of a smaller tensor that is repeated.
TN_FUNCTION const TN_GLOBAL float* tn_norm_row(const TN_GLOBAL tn_u8* data, const tn_layout t,
                                               tn_i64 i1, tn_i64 i2, tn_i64 i3) {
  return TN_FLOATS(tn_row(data, t, i1 % t.shape[1], i2 % t.shape[2], i3 % t.shape[3]));
}

/// What a row is multiplied with, from the sum of its squares.
TN_FUNCTION float tn_norm_factor(const tn_norm_args a, float squares) {
  if (a.kind == 2) return 1.0f / fmax(sqrt(squares), a.epsilon);
  return 1.0f / sqrt(squares / (float)a.x.shape[0] + a.epsilon);
}

// One group for each row.
TN_KERNEL_3(norm, tn_norm_args) {
  TN_SHARED(float, scratch, TN_MAX_THREADS);
  const tn_i64 i1 = TN_GROUP_X;
  const tn_i64 i2 = TN_GROUP_Y;
  const tn_i64 i3 = TN_GROUP_Z;
  const tn_i32 n = a.x.shape[0];
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, i1, i2, i3));
  TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, i1, i2, i3));
  float mean = 0.0f;
  if (a.kind == 1) {
    float sum = 0.0f;
    for (tn_i32 i = TN_THREAD; i < n; i += TN_THREADS) sum += x[i];
    mean = tn_sum_group(sum, scratch TN_PASS) / (float)n;
  }
  float squares = 0.0f;
  for (tn_i32 i = TN_THREAD; i < n; i += TN_THREADS) squares += (x[i] - mean) * (x[i] - mean);
  const float factor = tn_norm_factor(a, tn_sum_group(squares, scratch TN_PASS));
  const TN_GLOBAL float* weight = tn_norm_row(in1, a.weight, i1, i2, i3);
  const TN_GLOBAL float* bias = tn_norm_row(in2, a.bias, i1, i2, i3);
  for (tn_i32 i = TN_THREAD; i < n; i += TN_THREADS) {
    float value = (x[i] - mean) * factor;
    if (a.has_weight) value *= weight[i];
    if (a.has_bias) value += bias[i];
    y[i] = value;
  }
}
