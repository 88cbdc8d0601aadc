#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "numbers.glsl"
#include "args/matmul.h"

TN_KERNEL(matmul_id_f32, TN_F32, 0)
TN_KERNEL(matmul_id_f16, TN_F16, 0)
TN_KERNEL(matmul_id_bf16, TN_BF16, 0)
TN_KERNEL(matmul_id_q8_0, TN_Q8_0, 0)
TN_KERNEL(matmul_id_q4_0, TN_Q4_0, 0)
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
  float sum = 0.0f;
  for (int k = TN_LANE; k < a.a.shape[0]; k += TN_LANES)
    sum += tn_load(tn_first, left, k, a.a.stride[0]) * right.at[k];
  sum = subgroupAdd(sum);
  if (TN_LANE == 0 && row <= last)
    tn_floats(tn_row(push.result, a.y, TN_GROUP_Y, TN_GROUP_Z, 0)).at[row] = known ? sum : 0.0f;
}
