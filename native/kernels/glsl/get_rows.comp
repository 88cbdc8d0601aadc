#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#define TN_GRID in2
#include "numbers.glsl"
#include "args/rows.h"

TN_KERNEL(get_rows_*, TN_READ, 0)
TN_KERNEL(get_rows_i32, TN_I32, 0)
TN_ARGS(tn_rows_args)

// x: table, z: numbers. One group for each row of the result; numbers outside of the table give
// zeros.
void main() {
  const int number = tn_ints(tn_row(in1, a.z, TN_GROUP_Y, TN_GROUP_Z, 0)).at[TN_GROUP_X];
  const bool inside = number >= 0 && number < a.x.shape[1];
  const tn_address row = tn_row(in0, a.x, inside ? number : 0, TN_GROUP_Y, TN_GROUP_Z);
  const tn_address y = tn_own_row(push.result, a.y);
  for (int i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {
    if (tn_first == TN_I32) {
      tn_ints(y).at[i] = inside ? tn_ints(row).at[i] : 0;
    } else {
      tn_floats(y).at[i] = inside ? tn_load(tn_first, row, i, a.x.stride[0]) : 0.0f;
    }
  }
}
