#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#define TN_GRID in2
#include "numbers.glsl"
#include "dot.glsl"
#include "args/matmul.h"

TN_KERNEL(matmul_*, TN_READ, 0)
TN_ARGS(tn_matmul_args)

// Each subgroup multiplies a row of the first operand with a column of the second. Groups: rows,
// columns, matrices.
void main() {
  const int row = TN_GROUP_X * (TN_THREADS / TN_LANES) + TN_SUBGROUP;
  const int i2 = TN_GROUP_Z % a.y.shape[2];
  const int i3 = TN_GROUP_Z / a.y.shape[2];
  const int last = a.a.shape[1] - 1;
  const tn_address left = tn_row(in0, a.a, min(row, last), i2 / a.share2, i3 / a.share3);
  tn_floats right = tn_floats(tn_row(in1, a.b, TN_GROUP_Y, i2, i3));
  const float sum = tn_dot(tn_first, left, a.a.stride[0], right, a.a.shape[0]);
  if (TN_LANE == 0 && row <= last)
    tn_floats(tn_row(push.result, a.y, TN_GROUP_Y, i2, i3)).at[row] = sum;
}
