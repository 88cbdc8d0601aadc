#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/rows.h"

TN_KERNEL(count_equal, 0, 0)
TN_ARGS(tn_rows_args)

shared int counts[TN_MAX_THREADS];

/// Of the columns of this thread.
int count_of_row(int row) {
  const int i1 = row % a.x.shape[1];
  const int i2 = row / a.x.shape[1] % a.x.shape[2];
  const int i3 = row / a.x.shape[1] / a.x.shape[2];
  tn_ints x = tn_ints(tn_row(in0, a.x, i1, i2, i3));
  tn_ints z = tn_ints(tn_row(in1, a.z, i1, i2, i3));
  int count = 0;
  for (int i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS) count += x.at[i] == z.at[i] ? 1 : 0;
  return count;
}

// One group for all: how many integers are equal.
void main() {
  int count = 0;
  for (int row = 0; row < a.x.shape[1] * a.x.shape[2] * a.x.shape[3]; ++row)
    count += count_of_row(row);
  counts[TN_THREAD] = count;
  TN_BARRIER();
  if (TN_THREAD != 0) return;
  for (int i = 1; i < TN_THREADS; ++i) count += counts[i];
  tn_ints(push.result).at[0] = count;
}
