#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "numbers.glsl"
#include "args/rows.h"

TN_KERNEL(set_rows_f32, TN_F32, 0)
TN_KERNEL(set_rows_f16, TN_F16, 0)
TN_KERNEL(set_rows_bf16, TN_BF16, 0)
TN_ARGS(tn_rows_args)

// x: rows, z: numbers, y: the target. One group for each row of x.
void main() {
  const int number = tn_ints(tn_row(in1, a.z, TN_GROUP_Y % a.z.shape[1], TN_GROUP_Z % a.z.shape[2], 0)).at[TN_GROUP_X];
  if (number < 0 || number >= a.y.shape[1]) return;
  tn_floats row = tn_floats(tn_own_row(in0, a.x));
  const tn_address y = tn_row(push.result, a.y, number, TN_GROUP_Y, TN_GROUP_Z);
  for (int i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS)
    tn_store(tn_first, y + i * a.y.stride[0], row.at[i]);
}
