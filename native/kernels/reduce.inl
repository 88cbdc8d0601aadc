#include "kernels/language.h"

#include "kernels/args/rows.h"

// One group for each row of x. p[0] is what the sum is multiplied by.
TN_KERNEL_1(sum_rows, tn_rows_args) {
  TN_SHARED(float, scratch, TN_MAX_THREADS);
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  float sum = 0.0f;
  for (tn_i32 i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS) sum += x[i];
  sum = tn_sum_group(sum, scratch TN_PASS);
  if (TN_THREAD == 0)
    TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z))[0] = sum * a.p[0];
}

// One group for all rows.
TN_KERNEL_1(sum_all, tn_rows_args) {
  TN_SHARED(float, scratch, TN_MAX_THREADS);
  float sum = 0.0f;
  const tn_i64 rows = (tn_i64)a.x.shape[1] * a.x.shape[2] * a.x.shape[3];
  for (tn_i64 row = 0; row < rows; ++row) {
    const tn_i64 i1 = row % a.x.shape[1];
    const tn_i64 i2 = row / a.x.shape[1] % a.x.shape[2];
    const tn_i64 i3 = row / a.x.shape[1] / a.x.shape[2];
    const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, i1, i2, i3));
    for (tn_i32 i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS) sum += x[i];
  }
  sum = tn_sum_group(sum, scratch TN_PASS);
  if (TN_THREAD == 0) TN_FLOATS_OUT(out)[0] = sum;
}

// One thread for each row.
TN_KERNEL_1(running_sums, tn_rows_args) {
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  if (TN_THREAD != 0) return;
  float sum = 0.0f;
  for (tn_i32 i = 0; i < a.x.shape[0]; ++i) {
    sum += x[i];
    y[i] = sum;
  }
}
