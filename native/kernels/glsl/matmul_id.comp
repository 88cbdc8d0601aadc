#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#define TN_GRID in3
#include "numbers.glsl"
#include "dot.glsl"
#include "args/matmul.h"

TN_KERNEL(matmul_id_*, TN_READ, 0)
TN_ARGS(tn_matmul_args)

// Each subgroup multiplies a row of an expert with a column. Groups: rows, slots, tokens. An expert
// that does not exist gives zeros.
void main() {
  const int row = TN_GROUP_X * (TN_THREADS / TN_LANES) + TN_SUBGROUP;
  const int last = a.a.shape[1] - 1;
  const int expert = tn_ints(in2 + TN_GROUP_Z * a.ids_stride).at[TN_GROUP_Y];
  const bool known = expert >= 0 && expert < a.a.shape[2];
  const tn_address left = tn_row(in0, a.a, min(row, last), known ? expert : 0, 0);
  tn_floats right = tn_floats(tn_row(in1, a.b, TN_GROUP_Y % a.b.shape[1], TN_GROUP_Z, 0));
  const float sum = tn_dot(tn_first, left, a.a.stride[0], right, a.a.shape[0]);
  if (TN_LANE == 0 && row <= last)
    tn_floats(tn_row(push.result, a.y, TN_GROUP_Y, TN_GROUP_Z, 0)).at[row] = known ? sum : 0.0f;
}
