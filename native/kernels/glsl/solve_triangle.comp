#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/rows.h"

TN_KERNEL(solve_triangle, 0, 0)
TN_ARGS(tn_rows_args)

tn_floats y_row(int row) {
  return tn_floats(tn_row(push.result, a.y, row, TN_GROUP_Y, TN_GROUP_Z));
}

// Each thread has a column of the result, which no other needs. in0: lower triangles (x), in1: what
// they must give (z). Groups: parts of the columns, matrices.
void main() {
  const int column = TN_GROUP_X * TN_THREADS + TN_THREAD;
  if (column >= a.y.shape[0]) return;
  for (int row = 0; row < a.y.shape[1]; ++row) {
    tn_floats factors = tn_floats(tn_row(in0, a.x, row, TN_GROUP_Y, TN_GROUP_Z));
    float sum = 0.0f;
    for (int above = 0; above < row; ++above) sum += factors.at[above] * y_row(above).at[column];
    const float wanted = tn_floats(tn_row(in1, a.z, row, TN_GROUP_Y, TN_GROUP_Z)).at[column];
    y_row(row).at[column] = (wanted - sum) / factors.at[row];
  }
}
