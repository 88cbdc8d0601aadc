#include "kernels/language.h"
#include "kernels/numbers.h"

#include "kernels/args/matmul.h"

// Each subgroup multiplies a row of the first operand with a column of the second. Groups: rows,
// columns, matrices.

#define TN_MATMUL(type)                                                              \
  TN_KERNEL_2(matmul_##type, tn_matmul_args) {                                       \
    const tn_i32 row = (tn_i32)(TN_GROUP_X * (TN_THREADS / TN_LANES) + TN_SUBGROUP); \
    const tn_i32 i2 = (tn_i32)TN_GROUP_Z % a.y.shape[2];                             \
    const tn_i32 i3 = (tn_i32)TN_GROUP_Z / a.y.shape[2];                             \
    const tn_i32 last = a.a.shape[1] - 1;                                            \
    const TN_GLOBAL tn_u8* left =                                                    \
        tn_row(in0, a.a, row < last ? row : last, i2 / a.share2, i3 / a.share3);     \
    const TN_GLOBAL float* right = TN_FLOATS(tn_row(in1, a.b, TN_GROUP_Y, i2, i3));  \
    float sum = 0.0f;                                                                \
    for (tn_i32 k = TN_LANE; k < a.a.shape[0]; k += TN_LANES)                        \
      sum += tn_load_##type(left, k, a.a.stride[0]) * right[k];                      \
    sum = tn_sum_lanes(sum TN_PASS);                                                 \
    if (TN_LANE == 0 && row <= last)                                                 \
      TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_Y, i2, i3))[row] = sum;            \
  }

TN_FOR_READ_TYPES(TN_MATMUL)
