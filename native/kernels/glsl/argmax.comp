#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "order.glsl"
#include "args/rows.h"

TN_KERNEL(argmax, 0, 0)
TN_ARGS(tn_rows_args)

shared int best[TN_MAX_THREADS];

// One group for each row of x.
void main() {
  tn_floats x = tn_floats(tn_row(in0, a.x, TN_GROUP_X, 0, 0));
  int mine = TN_THREAD < a.x.shape[0] ? TN_THREAD : 0;
  for (int i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS)
    if (i != mine && tn_before(x, i, mine, false)) mine = i;
  best[TN_THREAD] = mine;
  TN_BARRIER();
  if (TN_THREAD != 0) return;
  for (int i = 1; i < TN_THREADS; ++i)
    if (best[i] != mine && tn_before(x, best[i], mine, false)) mine = best[i];
  tn_ints(push.result).at[TN_GROUP_X] = mine;
}
