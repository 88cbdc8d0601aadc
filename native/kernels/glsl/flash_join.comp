#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "args/flash_attention.h"

TN_KERNEL(flash_join, 0, 0)
TN_ARGS(tn_flash_args)
#include "attention.glsl"

/// The group that makes a step.
tn_i64 group_of(tn_i64 unit) {
  tn_i64 group = unit * a.groups / all_steps();
  while (begin_of(group + 1) <= unit) ++group;
  while (begin_of(group) > unit) --group;
  return group;
}

int slot_of(tn_i64 group, tn_i64 tile) {
  return part_of(group, max(begin_of(group), tile * a.steps)).slot;
}

/// Column i of a row: the sum over all parts, over their total.
float joined(tn_i64 first, tn_i64 last, Part part, int row, int i) {
  const int n = a.v.shape[0];
  const float sink = a.has_sinks != 0 ? tn_floats(in1).at[head_of(part, row)] : -TN_INFINITY;
  float most = sink;
  for (tn_i64 group = first; group <= last; ++group)
    most = max(most, tn_floats(slot_in(in0, slot_of(group, part.tile))).at[a.rows * n + row]);
  float sum = 0.0f;
  float total = tn_power(sink, most);
  for (tn_i64 group = first; group <= last; ++group) {
    tn_floats slot = tn_floats(slot_in(in0, slot_of(group, part.tile)));
    const float factor = tn_power(slot.at[a.rows * n + row], most);
    total += slot.at[a.rows * (n + 1) + row] * factor;
    sum += slot.at[row * n + i] * factor;
  }
  return total == 0.0f ? 0.0f : sum / total;
}

// One group for each tile; in0: parts, in1: sinks. Tiles that one group made are left alone.
void main() {
  const tn_i64 first = group_of(TN_GROUP_X * tn_i64(a.steps));
  const tn_i64 last = group_of(TN_GROUP_X * tn_i64(a.steps) + a.steps - 1);
  if (first == last) return;
  const Part part = part_of(first, max(begin_of(first), TN_GROUP_X * tn_i64(a.steps)));
  const int n = a.v.shape[0];
  for (int i = TN_THREAD; i < part.rows * n; i += TN_THREADS)
    tn_floats(result_of(push.result, part, i / n)).at[i % n] =
        joined(first, last, part, i / n, i % n);
}
