#include "kernels/language.h"

#include "kernels/args/rows.h"

/// NaN is less than everything else.
TN_FUNCTION int tn_less(float a, float b) { return a != a ? b == b : a < b; }

/// True if column i comes before column j; of equal values the first does.
TN_FUNCTION int tn_before(const TN_GLOBAL float* x, tn_i32 i, tn_i32 j, int ascending) {
  const float p = ascending ? x[i] : x[j];
  const float q = ascending ? x[j] : x[i];
  return tn_less(p, q) || (!tn_less(q, p) && i < j);
}

// One group for each row. A column goes to the place that is the number of those before it;
// p[0] is 1 for ascending, and the result has room for the first columns.
TN_KERNEL_1(argsort, tn_rows_args) {
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  TN_GLOBAL tn_i32* y = TN_INTS_OUT(tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  const int ascending = a.p[0] > 0.5f;
  for (tn_i32 i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS) {
    tn_i32 place = 0;
    for (tn_i32 j = 0; j < a.x.shape[0]; ++j)
      if (j != i) place += tn_before(x, j, i, ascending);
    if (place < a.y.shape[0]) y[place] = i;
  }
}

// One group for each row of x.
TN_KERNEL_1(argmax, tn_rows_args) {
  TN_SHARED(tn_i32, best, TN_MAX_THREADS);
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, TN_GROUP_X, 0, 0));
  tn_i32 mine = TN_THREAD < (tn_u32)a.x.shape[0] ? (tn_i32)TN_THREAD : 0;
  for (tn_i32 i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS)
    if (i != mine && tn_before(x, i, mine, 0)) mine = i;
  best[TN_THREAD] = mine;
  TN_BARRIER();
  if (TN_THREAD != 0) return;
  for (tn_u32 i = 1; i < TN_THREADS; ++i)
    if (best[i] != mine && tn_before(x, best[i], mine, 0)) mine = best[i];
  TN_INTS_OUT(out)[TN_GROUP_X] = mine;
}
