#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "order.glsl"
#include "args/sort.h"

TN_KERNEL(argsort_blocks, 0, 0)
TN_ARGS(tn_sort_args)

shared float values[TN_SORT_BLOCK];
shared int columns[TN_SORT_BLOCK];  // -1 where the row has ended: behind all others

/// True if what stands at i must come before what stands at j.
bool is_before(int i, int j) {
  if (columns[i] < 0 || columns[j] < 0) return columns[i] >= 0;
  const float p = a.ascending != 0 ? values[i] : values[j];
  const float q = a.ascending != 0 ? values[j] : values[i];
  return tn_less(p, q) || (!tn_less(q, p) && columns[i] < columns[j]);
}

void exchange(int i, int j) {
  const float value = values[i];
  const int column = columns[i];
  values[i] = values[j];
  columns[i] = columns[j];
  values[j] = value;
  columns[j] = column;
}

// A bitonic network. Groups: blocks, rows.
void main() {
  const int first = TN_GROUP_X * a.run;
  const int count = min(a.run, a.x.shape[0] - first);
  tn_floats x = tn_floats(
      tn_row(in0, a.x, TN_GROUP_Y, TN_GROUP_Z % a.x.shape[2], TN_GROUP_Z / a.x.shape[2]));
  for (int i = TN_THREAD; i < a.run; i += TN_THREADS) {
    columns[i] = i < count ? first + i : -1;
    values[i] = i < count ? x.at[first + i] : 0.0f;
  }
  for (int size = 2; size <= a.run; size *= 2) {
    for (int gap = size / 2; gap > 0; gap /= 2) {
      TN_BARRIER();
      for (int n = TN_THREAD; n < a.run / 2; n += TN_THREADS) {
        const int i = n / gap * 2 * gap + n % gap;
        if (is_before(i + gap, i) == ((i & size) == 0)) exchange(i, i + gap);
      }
    }
  }
  TN_BARRIER();
  tn_ints y = tn_ints(
      tn_row(push.result, a.y, TN_GROUP_Y, TN_GROUP_Z % a.x.shape[2], TN_GROUP_Z / a.x.shape[2]));
  for (int i = TN_THREAD; i < min(count, a.y.shape[0] - first); i += TN_THREADS)
    y.at[first + i] = columns[i];
}
