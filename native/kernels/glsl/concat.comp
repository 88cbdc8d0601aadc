#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "move.glsl"
#include "args/concat.h"

TN_KERNEL(concat_1, 1, 0)
TN_KERNEL(concat_2, 2, 0)
TN_KERNEL(concat_4, 4, 0)
TN_ARGS(tn_concat_args)

// One group for each row of the result; elements of so many bytes.
void main() {
  const tn_address y = tn_own_row(push.result, a.y);
  for (int i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {
    int at[4] = int[4](i, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z);
    const bool first = at[a.dim] < a.x.shape[a.dim];
    if (!first) at[a.dim] -= a.x.shape[a.dim];
    const tn_address row = first ? tn_row(in0, a.x, at[1], at[2], at[3])
                                 : tn_row(in1, a.z, at[1], at[2], at[3]);
    tn_move(tn_first, row + at[0] * (first ? a.x.stride[0] : a.z.stride[0]),
            y + i * a.y.stride[0]);
  }
}
