#include "kernels/language.h"

#include "kernels/args/indexer.h"
#include "kernels/numbers.h"

/// The mask of a token for a cell.
TN_FUNCTION float tn_indexer_mask(const tn_indexer_args a, const TN_GLOBAL tn_u8* mask, tn_i32 cell,
                                  tn_i32 token, tn_i32 sequence) {
  const TN_GLOBAL tn_u8* row = tn_row(mask, a.mask, token, 0, sequence % a.mask.shape[3]);
  return a.mask_is_half ? tn_load_f16(row, cell, 2) : tn_load_f32(row, cell, 4);
}

// Each subgroup has a cell. Groups: cells, tokens, sequences. in0 … in3: q, k, weights, mask.

#define TN_INDEXER(type)                                                                           \
  TN_KERNEL_4(lightning_indexer_##type, tn_indexer_args) {                                         \
    const tn_i32 cell = (tn_i32)(TN_GROUP_X * (TN_THREADS / TN_LANES) + TN_SUBGROUP);              \
    const int inside = cell < a.k.shape[2];                                                        \
    const TN_GLOBAL tn_u8* key = tn_row(in1, a.k, 0, inside ? cell : 0, TN_GROUP_Z);               \
    const TN_GLOBAL float* weights = TN_FLOATS(tn_row(in2, a.weights, TN_GROUP_Y, 0, TN_GROUP_Z)); \
    float sum = 0.0f;                                                                              \
    for (tn_i32 head = 0; head < a.q.shape[1]; ++head) {                                           \
      const TN_GLOBAL float* q = TN_FLOATS(tn_row(in0, a.q, head, TN_GROUP_Y, TN_GROUP_Z));        \
      float product = 0.0f;                                                                        \
      for (tn_i32 i = TN_LANE; i < a.q.shape[0]; i += TN_LANES)                                    \
        product += q[i] * tn_load_##type(key, i, a.k.stride[0]);                                   \
      sum += fmax(tn_sum_lanes(product TN_PASS), 0.0f) * weights[head];                            \
    }                                                                                              \
    if (TN_LANE == 0 && inside)                                                                    \
      TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_Y, 0, TN_GROUP_Z))                               \
      [cell] = sum + tn_indexer_mask(a, in3, cell, (tn_i32)TN_GROUP_Y, (tn_i32)TN_GROUP_Z);        \
  }

TN_FOR_READ_TYPES(TN_INDEXER)
