#include "kernels/language.h"

#include "kernels/args/rows.h"

// x + factor * sin(a * x)^2; in1: a, in2: factors, both by row. One group for each row.
TN_KERNEL_3(snake, tn_rows_args) {
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  const float speed = TN_FLOATS(in1)[TN_GROUP_X];
  const float factor = TN_FLOATS(in2)[TN_GROUP_X];
  for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {
    const float wave = sin(speed * x[i]);
    y[i] = x[i] + wave * wave * factor;
  }
}
