#include "kernels/language.h"

#include "kernels/args/rows.h"
#include "kernels/args/sort.h"

/// NaN is less than everything else.
TN_FUNCTION int tn_less(float a, float b) { return a != a ? b == b : a < b; }

/// True if column i comes before column j; of equal values the first does.
TN_FUNCTION int tn_before(const TN_GLOBAL float* x, tn_i32 i, tn_i32 j, int ascending) {
  const float p = ascending ? x[i] : x[j];
  const float q = ascending ? x[j] : x[i];
  return tn_less(p, q) || (!tn_less(q, p) && i < j);
}

// A block of columns and their values, as the threads of a group share it: -1 stands behind the end
// of the row, after all others.
typedef struct tn_sort_block {
  float values[TN_SORT_BLOCK];
  tn_i32 columns[TN_SORT_BLOCK];
} tn_sort_block;

/// True if what stands at i must come before what stands at j.
TN_FUNCTION int tn_is_before(const TN_LOCAL tn_sort_block* s, tn_i32 i, tn_i32 j, int ascending) {
  if (s->columns[i] < 0 || s->columns[j] < 0) return s->columns[i] >= 0;
  const float p = s->values[ascending ? i : j];
  const float q = s->values[ascending ? j : i];
  return tn_less(p, q) || (!tn_less(q, p) && s->columns[i] < s->columns[j]);
}

TN_FUNCTION void tn_exchange(TN_LOCAL tn_sort_block* s, tn_i32 i, tn_i32 j) {
  const float value = s->values[i];
  const tn_i32 column = s->columns[i];
  s->values[i] = s->values[j];
  s->columns[i] = s->columns[j];
  s->values[j] = value;
  s->columns[j] = column;
}

// A bitonic network. Groups: blocks, rows.
TN_KERNEL_1(argsort_blocks, tn_sort_args) {
  TN_SHARED(tn_sort_block, s, 1);
  const tn_i32 first = (tn_i32)TN_GROUP_X * a.run;
  const tn_i32 i2 = (tn_i32)TN_GROUP_Z % a.x.shape[2];
  const tn_i32 i3 = (tn_i32)TN_GROUP_Z / a.x.shape[2];
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, TN_GROUP_Y, i2, i3));
  for (tn_i32 i = TN_THREAD; i < a.run; i += TN_THREADS) {
    const int inside = first + i < a.x.shape[0];
    s->columns[i] = inside ? first + i : -1;
    s->values[i] = inside ? x[first + i] : 0.0f;
  }
  for (tn_i32 size = 2; size <= a.run; size *= 2) {
    for (tn_i32 gap = size / 2; gap > 0; gap /= 2) {
      TN_BARRIER();
      for (tn_i32 n = TN_THREAD; n < a.run / 2; n += TN_THREADS) {
        const tn_i32 i = n / gap * 2 * gap + n % gap;
        if (tn_is_before(s, i + gap, i, a.ascending) == ((i & size) == 0))
          tn_exchange(s, i, i + gap);
      }
    }
  }
  TN_BARRIER();
  TN_GLOBAL tn_i32* y = TN_INTS_OUT(tn_row_out(out, a.y, TN_GROUP_Y, i2, i3));
  for (tn_i32 i = TN_THREAD; i < a.run && first + i < a.y.shape[0]; i += TN_THREADS)
    if (s->columns[i] >= 0) y[first + i] = s->columns[i];
}

/// How many of `count` columns come before one that is not among them.
TN_FUNCTION tn_i32 tn_place_among(const TN_GLOBAL float* x, const TN_GLOBAL tn_i32* run,
                                  tn_i32 count, tn_i32 column, int ascending) {
  tn_i32 low = 0;
  tn_i32 high = count;
  while (low < high) {
    const tn_i32 middle = (low + high) / 2;
    if (tn_before(x, run[middle], column, ascending)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Merges neighbouring runs: each column finds its place among those of the other run. Groups: parts
// of a row, rows. in0: x, in1: columns in runs, without gaps between rows.
TN_KERNEL_2(argsort_merge, tn_sort_args) {
  const tn_i32 n = a.x.shape[0];
  const tn_i32 i = (tn_i32)(TN_GROUP_X * TN_THREADS + TN_THREAD);
  if (i >= n || i % a.run >= a.keep) return;
  const tn_i32 i2 = (tn_i32)TN_GROUP_Z % a.x.shape[2];
  const tn_i32 i3 = (tn_i32)TN_GROUP_Z / a.x.shape[2];
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, TN_GROUP_Y, i2, i3));
  const TN_GLOBAL tn_i32* runs =
      TN_INTS(in1) + ((tn_i64)TN_GROUP_Z * a.x.shape[1] + TN_GROUP_Y) * n;
  const tn_i32 first = i / (2 * a.run) * (2 * a.run);
  const tn_i32 other = i - first < a.run ? first + a.run : first;
  const tn_i32 left = n - other < a.run ? n - other : a.run;
  const tn_i32 count = left < a.keep ? left : a.keep;
  const tn_i32 place = i % a.run + tn_place_among(x, runs + other, count, runs[i], a.ascending);
  if (place < a.keep && first + place < a.y.shape[0])
    TN_INTS_OUT(tn_row_out(out, a.y, TN_GROUP_Y, i2, i3))[first + place] = runs[i];
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
