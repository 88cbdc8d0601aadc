#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "order.glsl"
#include "args/sort.h"

TN_KERNEL(argsort_merge, 0, 0)
TN_ARGS(tn_sort_args)

/// How many of the `count` columns of a run come before a column that is not among them.
int place_among(tn_floats x, tn_ints run, int first, int count, int column) {
  int low = 0;
  int high = count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (tn_before(x, run.at[first + middle], column, a.ascending != 0)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Merges neighbouring runs: each column finds its place among those of the other run. Groups: parts
// of a row, rows. in0: x, in1: columns in runs, without gaps between rows.
void main() {
  const int n = a.x.shape[0];
  const int i = TN_GROUP_X * TN_THREADS + TN_THREAD;
  if (i >= n || i % a.run >= a.keep) return;
  const int i2 = TN_GROUP_Z % a.x.shape[2];
  const int i3 = TN_GROUP_Z / a.x.shape[2];
  const tn_i64 row = (tn_i64(TN_GROUP_Z) * a.x.shape[1] + TN_GROUP_Y) * n;
  tn_floats x = tn_floats(tn_row(in0, a.x, TN_GROUP_Y, i2, i3));
  tn_ints runs = tn_ints(in1 + 4 * row);
  const int first = i / (2 * a.run) * (2 * a.run);
  const bool in_first = i - first < a.run;
  const int other = in_first ? first + a.run : first;
  const int count = min(min(a.run, a.keep), max(n - other, 0));
  const int place = i % a.run + place_among(x, runs, other, count, runs.at[i]);
  if (first + place >= a.y.shape[0] || place >= a.keep) return;
  tn_ints(tn_row(push.result, a.y, TN_GROUP_Y, i2, i3)).at[first + place] = runs.at[i];
}
