#include "kernels/language.h"

#include "kernels/args/softmax.h"
#include "kernels/slope.h"

TN_FUNCTION float tn_logit(const tn_softmax_args a, const TN_GLOBAL float* x,
                           const TN_GLOBAL float* mask, float slope, tn_i32 i) {
  const float logit = x[i] * a.scale;
  return a.has_mask ? logit + slope * mask[i] : logit;
}

// One group for each row.
TN_KERNEL_3(softmax, tn_softmax_args) {
  TN_SHARED(float, scratch, TN_MAX_THREADS);
  const tn_i64 i1 = TN_GROUP_X;
  const tn_i64 i2 = TN_GROUP_Y;
  const tn_i64 i3 = TN_GROUP_Z;
  const tn_i32 n = a.x.shape[0];
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, i1, i2, i3));
  const TN_GLOBAL float* mask =
      TN_FLOATS(tn_row(in1, a.mask, i1, i2 % a.mask.shape[2], i3 % a.mask.shape[3]));
  TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, i1, i2, i3));
  const float slope = tn_slope_of((tn_i32)i2, a.heads_with_base, a.slope_base, a.slope_base_rest);
  const float sink = a.has_sinks ? TN_FLOATS(in2)[i2] : -TN_INFINITY;
  float largest = sink;
  for (tn_i32 i = TN_THREAD; i < n; i += TN_THREADS)
    largest = fmax(largest, tn_logit(a, x, mask, slope, i));
  largest = tn_max_group(largest, scratch TN_PASS);
  const int nothing = largest == -TN_INFINITY;
  float sum = 0.0f;
  for (tn_i32 i = TN_THREAD; i < n; i += TN_THREADS) {
    y[i] = nothing ? 0.0f : exp(tn_logit(a, x, mask, slope, i) - largest);
    sum += y[i];
  }
  sum = tn_sum_group(sum, scratch TN_PASS) + (a.has_sinks ? exp(sink - largest) : 0.0f);
  for (tn_i32 i = TN_THREAD; i < n; i += TN_THREADS) y[i] = nothing ? 0.0f : y[i] / sum;
}
