#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "order.glsl"
#include "args/rows.h"

TN_KERNEL(argsort, 0, 0)
TN_ARGS(tn_rows_args)

// One group for each row. A column goes to the place that is the number of those before it;
// p[0] is 1 for ascending, and the result has room for the first columns.
void main() {
  tn_floats x = tn_floats(tn_own_row(in0, a.x));
  tn_ints y = tn_ints(tn_own_row(push.result, a.y));
  const bool ascending = a.p[0] > 0.5f;
  for (int i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS) {
    int place = 0;
    for (int j = 0; j < a.x.shape[0]; ++j)
      if (j != i && tn_before(x, j, i, ascending)) ++place;
    if (place < a.y.shape[0]) y.at[place] = i;
  }
}
