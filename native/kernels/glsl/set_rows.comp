#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "numbers.glsl"
#include "store.glsl"
#include "args/rows.h"

TN_KERNEL(set_rows_*, TN_WRITE, 0)
TN_ARGS(tn_rows_args)

// x: rows, z: numbers, y: the target. One group for each row of x.
void main() {
  const tn_address numbers =
      tn_row(in1, a.z, TN_GROUP_Y % a.z.shape[1], TN_GROUP_Z % a.z.shape[2], 0);
  const int number = tn_ints(numbers).at[TN_GROUP_X];
  if (number < 0 || number >= a.y.shape[1]) return;
  const tn_address y = tn_row(push.result, a.y, number, TN_GROUP_Y, TN_GROUP_Z);
  tn_store_row(tn_first, tn_own_row(in0, a.x), 4, y, a.y.stride[0], a.x.shape[0]);
}
