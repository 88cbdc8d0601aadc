#pragma once

#include "kernels/blocks.h"
#include "kernels/blocks_grid.h"
#include "kernels/blocks_k.h"
#include "kernels/numbers.h"

// Expands X(type, n) for all types in blocks: n eights of elements each.

/// Those that need nothing but the block: tn_eight_<type>(block, e).
#define TN_FOR_BLOCK_TYPES(X)                                                                  \
  X(q8_0, 4)                                                                                   \
  X(q4_0, 4) X(q4_1, 4) X(q5_0, 4) X(q5_1, 4) X(iq4_nl, 4) X(mxfp4, 4) X(nvfp4, 8) X(q2_k, 32) \
      X(q3_k, 32) X(q4_k, 32) X(q5_k, 32) X(q6_k, 32) X(iq4_xs, 32) X(tq1_0, 32) X(tq2_0, 32)

/// Those whose codes are looked up: tn_eight_<type>(block, e, grid).
#define TN_FOR_GRID_TYPES(X) \
  X(iq1_s, 32) X(iq1_m, 32) X(iq2_xxs, 32) X(iq2_xs, 32) X(iq2_s, 32) X(iq3_xxs, 32) X(iq3_s, 32)

TN_FUNCTION float tn_dot(const tn_eight x, const TN_GLOBAL float* y) {
  float sum = 0.0f;
  for (tn_i32 i = 0; i < 8; ++i) sum += x.at[i] * y[i];
  return sum;
}
