#pragma once

#include "kernels/flash_step.h"

// What comes before the first step of a tile and behind the last.

TN_FUNCTION void tn_flash_start(TN_LOCAL tn_flash_shared* s TN_TAKE) {
  TN_BARRIER();
  for (tn_i32 r = TN_THREAD; r < TN_FLASH_ROWS; r += TN_THREADS) {
    s->largest[r] = -TN_INFINITY;
    s->total[r] = 0.0f;
  }
  TN_BARRIER();
}

/// What sums are multiplied by in the end; a sink takes its share of the total.
TN_FUNCTION float tn_flash_factor(float largest, float total, float sink) {
  const float top = fmax(largest, sink);
  if (top == -TN_INFINITY || largest == -TN_INFINITY) return 0.0f;
  return exp(largest - top) / (total * exp(largest - top) + exp(sink - top));
}

TN_FUNCTION void tn_flash_finish(const tn_flash_args a, TN_LOCAL tn_flash_shared* s,
                                 const TN_GLOBAL tn_u8* sinks, TN_GLOBAL tn_u8* y,
                                 TN_GLOBAL tn_u8* parts, const tn_flash_part part TN_TAKE) {
  const tn_i32 n = a.v.shape[0];
  TN_BARRIER();
  if (!tn_flash_is_whole(a, part)) {
    TN_GLOBAL float* ends = tn_flash_slot(a, parts, part.slot) + a.rows * n;
    for (tn_i32 r = TN_THREAD; r < part.rows; r += TN_THREADS) {
      ends[r] = s->largest[r];
      ends[a.rows + r] = s->total[r];
    }
    return;
  }
  for (tn_i32 i = TN_THREAD; i < part.rows * n; i += TN_THREADS) {
    const tn_i32 r = i / n;
    const float sink = a.has_sinks ? TN_FLOATS(sinks)[tn_flash_head(a, part, r)] : -TN_INFINITY;
    const float factor = tn_flash_factor(s->largest[r], s->total[r], sink);
    TN_GLOBAL float* result = tn_flash_result(a, y, part, r) + i % n;
    // What nobody saw has not been written.
    *result = factor == 0.0f ? 0.0f : *result * factor;
  }
}
