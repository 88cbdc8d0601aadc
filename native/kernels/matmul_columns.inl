#include "kernels/language.h"

#include "kernels/all_types.h"
#include "kernels/args/matmul.h"

// Each subgroup multiplies a row with TN_FEW_COLUMNS columns, so that what is stored is decoded
// once for all of them. Groups: rows, columns, matrices. A grid comes as a third buffer.

/// A column; those behind the last are that again.
TN_FUNCTION const TN_GLOBAL float* tn_column(const tn_matmul_args a, const TN_GLOBAL tn_u8* matrix,
                                             tn_i32 column) {
  const tn_i32 last = a.b.shape[1] - 1;
  return TN_FLOATS(matrix + (column < last ? column : last) * a.b.stride[1]);
}

#define TN_MATMUL_COLUMNS(buffers, type, n, LOAD, PRODUCT)                             \
  TN_KERNEL_##buffers(matmul_columns_##type, tn_matmul_args) {                         \
    const tn_i32 row = (tn_i32)(TN_GROUP_X * (TN_THREADS / TN_LANES) + TN_SUBGROUP);   \
    const tn_i32 own = row < a.a.shape[1] ? row : a.a.shape[1] - 1;                    \
    const tn_i32 i2 = (tn_i32)TN_GROUP_Z % a.y.shape[2];                               \
    const tn_i32 i3 = (tn_i32)TN_GROUP_Z / a.y.shape[2];                               \
    const tn_i32 first = (tn_i32)TN_GROUP_Y * TN_FEW_COLUMNS;                          \
    const TN_GLOBAL tn_u8* left = tn_row(in0, a.a, own, i2 / a.share2, i3 / a.share3); \
    const TN_GLOBAL tn_u8* matrix = tn_row(in1, a.b, 0, i2, i3);                       \
    float sums[TN_FEW_COLUMNS];                                                        \
    for (tn_i32 c = 0; c < TN_FEW_COLUMNS; ++c) sums[c] = 0.0f;                        \
    for (tn_i32 k = TN_LANE; k < a.a.shape[0] / (n); k += TN_LANES) {                  \
      LOAD for (tn_i32 c = 0; c < TN_FEW_COLUMNS; ++c) {                               \
        const TN_GLOBAL float* right = tn_column(a, matrix, first + c);                \
        sums[c] += PRODUCT;                                                            \
      }                                                                                \
    }                                                                                  \
    for (tn_i32 c = 0; c < TN_FEW_COLUMNS; ++c) {                                      \
      const float sum = tn_sum_lanes(sums[c] TN_PASS);                                 \
      if (TN_LANE == 0 && row < a.a.shape[1] && first + c < a.y.shape[1])              \
        TN_FLOATS_OUT(tn_row_out(out, a.y, first + c, i2, i3))[row] = sum;             \
    }                                                                                  \
  }

#define TN_MATMUL_COLUMNS_PLAIN(type)                                                   \
  TN_MATMUL_COLUMNS(2, type, 1, const float x = tn_load_##type(left, k, a.a.stride[0]); \
                    , x * right[k])

TN_FOR_READ_TYPES(TN_MATMUL_COLUMNS_PLAIN)

#define TN_MATMUL_COLUMNS_BLOCKS(type, n)                                                    \
  TN_MATMUL_COLUMNS(2, type, 8,                                                              \
                    const tn_eight x = tn_eight_##type(left + k / n * a.a.stride[0], k % n); \
                    , tn_dot(x, right + k * 8))

TN_FOR_BLOCK_TYPES(TN_MATMUL_COLUMNS_BLOCKS)

#define TN_MATMUL_COLUMNS_GRID(type, n)                                                        \
  TN_MATMUL_COLUMNS(                                                                           \
      3, type, 8,                                                                              \
      const tn_eight x = tn_eight_##type(left + k / n * a.a.stride[0], k % n, TN_LEVELS(in2)); \
      , tn_dot(x, right + k * 8))

TN_FOR_GRID_TYPES(TN_MATMUL_COLUMNS_GRID)
