#include "kernels/language.h"

#include "kernels/flash.h"

/// The parts of a tile: those of the groups first … last.
TN_FUNCTION tn_i64 tn_flash_group_of(const tn_flash_args a, tn_i64 unit) {
  tn_i64 group = unit / a.steps * a.groups / ((tn_i64)a.tiles * a.k.shape[2] * a.k.shape[3]);
  while (tn_flash_begin(a, group + 1) <= unit) ++group;
  while (tn_flash_begin(a, group) > unit) --group;
  return group;
}

TN_FUNCTION tn_flash_part tn_flash_part_in(const tn_flash_args a, tn_i64 group, tn_i64 tile) {
  const tn_i64 begin = tn_flash_begin(a, group);
  return tn_flash_part_of(a, (tn_i32)group, begin > tile * a.steps ? begin : tile * a.steps);
}

/// The largest logit of a row in one part; its total is `rows` behind.
TN_FUNCTION const TN_GLOBAL float* tn_flash_end(const tn_flash_args a, const TN_GLOBAL tn_u8* parts,
                                                tn_i32 slot, tn_i32 r) {
  return TN_FLOATS(parts) + (tn_i64)slot * a.rows * (a.v.shape[0] + 2) + a.rows * a.v.shape[0] + r;
}

// One group for each tile; in0: parts, in1: sinks. Tiles that one group made are left alone.
TN_KERNEL_2(flash_join, tn_flash_args) {
  const tn_i64 tile = TN_GROUP_X;
  const tn_i64 first = tn_flash_group_of(a, tile * a.steps);
  const tn_i64 last = tn_flash_group_of(a, tile * a.steps + a.steps - 1);
  const tn_flash_part part = tn_flash_part_in(a, first, tile);
  const tn_i32 n = a.v.shape[0];
  if (first == last) return;
  for (tn_i32 i = TN_THREAD; i < part.rows * n; i += TN_THREADS) {
    const tn_i32 r = i / n;
    const float sink = a.has_sinks ? TN_FLOATS(in1)[tn_flash_head(a, part, r)] : -TN_INFINITY;
    float largest = sink;
    for (tn_i64 group = first; group <= last; ++group)
      largest = fmax(largest, *tn_flash_end(a, in0, tn_flash_part_in(a, group, tile).slot, r));
    float sum = 0.0f;
    float total = sink == -TN_INFINITY ? 0.0f : exp(sink - largest);
    for (tn_i64 group = first; group <= last; ++group) {
      const tn_i32 slot = tn_flash_part_in(a, group, tile).slot;
      const TN_GLOBAL float* end = tn_flash_end(a, in0, slot, r);
      if (*end == -TN_INFINITY) continue;  // saw nothing, and wrote nothing
      const float factor = exp(*end - largest);
      total += end[a.rows] * factor;
      sum += TN_FLOATS(in0)[(tn_i64)slot * a.rows * (n + 2) + i] * factor;
    }
    tn_flash_result(a, out, part, r)[i % n] = total == 0.0f ? 0.0f : sum / total;
  }
}
