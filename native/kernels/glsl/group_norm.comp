#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "group.glsl"
#include "args/rows.h"

TN_KERNEL(group_norm, 0, 0)
TN_ARGS(tn_rows_args)

/// Matrices of this group; fewer in the last.
int matrices() { return min(a.x.shape[2] - TN_GROUP_X * int(a.p[1]), int(a.p[1])); }

/// Where element i of this group is.
tn_address place(tn_address data, tn_layout t, int i) {
  const int row = i / t.shape[0];
  const int matrix = TN_GROUP_X * int(a.p[1]) + row / t.shape[1];
  return tn_row(data, t, row % t.shape[1], matrix, TN_GROUP_Y) + i % t.shape[0] * t.stride[0];
}

float x_at(int i) { return tn_floats(place(in0, a.x, i)).at[0]; }

// Groups: groups of matrices, batches. p: epsilon, matrices of a group.
void main() {
  const int n = a.x.shape[0] * a.x.shape[1] * matrices();
  float sum = 0.0f;
  for (int i = TN_THREAD; i < n; i += TN_THREADS) sum += x_at(i);
  const float mean = tn_sum_group(sum) / float(n);
  float squares = 0.0f;
  for (int i = TN_THREAD; i < n; i += TN_THREADS) squares += (x_at(i) - mean) * (x_at(i) - mean);
  const float factor = 1.0f / sqrt(tn_sum_group(squares) / float(n) + a.p[0]);
  for (int i = TN_THREAD; i < n; i += TN_THREADS)
    tn_floats(place(push.result, a.y, i)).at[0] = (x_at(i) - mean) * factor;
}
