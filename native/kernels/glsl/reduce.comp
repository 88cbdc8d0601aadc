#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "group.glsl"
#include "args/rows.h"

TN_KERNEL(sum_rows, 0, 0)
TN_KERNEL(sum_all, 1, 0)
TN_KERNEL(running_sums, 2, 0)
TN_ARGS(tn_rows_args)

float sum_of_own_columns(tn_address row) {
  tn_floats x = tn_floats(row);
  float sum = 0.0f;
  for (int i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS) sum += x.at[i];
  return sum;
}

// One group for each row of x. p[0] is what the sum is multiplied by.
void sum_row() {
  const float sum = tn_sum_group(sum_of_own_columns(tn_own_row(in0, a.x)));
  if (TN_THREAD == 0) tn_floats(tn_own_row(push.result, a.y)).at[0] = sum * a.p[0];
}

// One group for all rows.
void sum_all() {
  float sum = 0.0f;
  const int rows = a.x.shape[1] * a.x.shape[2] * a.x.shape[3];
  for (int row = 0; row < rows; ++row) {
    const int i1 = row % a.x.shape[1];
    const int i2 = row / a.x.shape[1] % a.x.shape[2];
    const int i3 = row / a.x.shape[1] / a.x.shape[2];
    sum += sum_of_own_columns(tn_row(in0, a.x, i1, i2, i3));
  }
  sum = tn_sum_group(sum);
  if (TN_THREAD == 0) tn_floats(push.result).at[0] = sum;
}

// One thread for each row.
void add_up() {
  if (TN_THREAD != 0) return;
  tn_floats x = tn_floats(tn_own_row(in0, a.x));
  tn_floats y = tn_floats(tn_own_row(push.result, a.y));
  float sum = 0.0f;
  for (int i = 0; i < a.x.shape[0]; ++i) {
    sum += x.at[i];
    y.at[i] = sum;
  }
}

void main() {
  if (tn_first == 0) sum_row();
  if (tn_first == 1) sum_all();
  if (tn_first == 2) add_up();
}
