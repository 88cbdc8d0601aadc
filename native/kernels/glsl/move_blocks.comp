#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/rows.h"

TN_KERNEL(move_blocks, 0, 0)
TN_ARGS(tn_rows_args)

// One group for each row of shape[0] blocks, of z.shape[0] bytes each.
void main() {
  const tn_address x = tn_own_row(in0, a.x);
  const tn_address y = tn_own_row(push.result, a.y);
  const int bytes = a.z.shape[0];
  for (int i = TN_THREAD; i < a.x.shape[0] * bytes; i += TN_THREADS)
    tn_bytes(y + i / bytes * a.y.stride[0]).at[i % bytes] =
        tn_bytes(x + i / bytes * a.x.stride[0]).at[i % bytes];
}
