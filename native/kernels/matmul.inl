#include "kernels/language.h"

#include "kernels/all_types.h"
#include "kernels/args/matmul.h"

// Each subgroup multiplies a row of the first operand with a column of the second. Groups: rows,
// columns, matrices. A grid comes as a third buffer.

TN_FUNCTION const TN_GLOBAL tn_u8* tn_left_row(const tn_matmul_args a, const TN_GLOBAL tn_u8* data,
                                               tn_i32 row, tn_i32 i2, tn_i32 i3) {
  return tn_row(data, a.a, row < a.a.shape[1] ? row : a.a.shape[1] - 1, i2 / a.share2,
                i3 / a.share3);
}

#define TN_MATMUL_WITH(buffers, type, n, ADD)                                        \
  TN_KERNEL_##buffers(matmul_##type, tn_matmul_args) {                               \
    const tn_i32 row = (tn_i32)(TN_GROUP_X * (TN_THREADS / TN_LANES) + TN_SUBGROUP); \
    const tn_i32 i2 = (tn_i32)TN_GROUP_Z % a.y.shape[2];                             \
    const tn_i32 i3 = (tn_i32)TN_GROUP_Z / a.y.shape[2];                             \
    const TN_GLOBAL tn_u8* left = tn_left_row(a, in0, row, i2, i3);                  \
    const TN_GLOBAL float* right = TN_FLOATS(tn_row(in1, a.b, TN_GROUP_Y, i2, i3));  \
    float sum = 0.0f;                                                                \
    for (tn_i32 k = TN_LANE; k < a.a.shape[0] / (n); k += TN_LANES) {                \
      ADD                                                                            \
    }                                                                                \
    sum = tn_sum_lanes(sum TN_PASS);                                                 \
    if (TN_LANE == 0 && row < a.a.shape[1])                                          \
      TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_Y, i2, i3))[row] = sum;            \
  }

#define TN_MATMUL(type) \
  TN_MATMUL_WITH(2, type, 1, sum += tn_load_##type(left, k, a.a.stride[0]) * right[k];)

TN_FOR_READ_TYPES(TN_MATMUL)

#define TN_MATMUL_BLOCKS(type, n) \
  TN_MATMUL_WITH(                 \
      2, type, 8,                 \
      sum += tn_dot(tn_eight_##type(left + k / n * a.a.stride[0], k % n), right + k * 8);)

TN_FOR_BLOCK_TYPES(TN_MATMUL_BLOCKS)

#define TN_MATMUL_GRID(type, n)                                                           \
  TN_MATMUL_WITH(                                                                         \
      3, type, 8,                                                                         \
      sum += tn_dot(tn_eight_##type(left + k / n * a.a.stride[0], k % n, TN_LEVELS(in2)), \
                    right + k * 8);)

TN_FOR_GRID_TYPES(TN_MATMUL_GRID)
