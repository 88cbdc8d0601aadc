#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "move.glsl"
#include "args/rows.h"

TN_KERNEL(repeat_1, 1, 0)
TN_KERNEL(repeat_2, 2, 0)
TN_KERNEL(repeat_4, 4, 0)
TN_ARGS(tn_rows_args)

// One group for each row of the result; elements of so many bytes.
void main() {
  const tn_address x = tn_repeated_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z);
  const tn_address y = tn_own_row(push.result, a.y);
  for (int i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS)
    tn_move(tn_first, x + i % a.x.shape[0] * a.x.stride[0], y + i * a.y.stride[0]);
}
