#include "kernels/all_types.h"
#include "kernels/args/matmul.h"
#include "kernels/args/rows.h"
#include "kernels/language.h"

// Each subgroup multiplies a row of an expert with a column. Groups: rows, slots, tokens. An expert
// that does not exist gives zeros. A grid comes as a fourth buffer.

#define TN_MATMUL_ID_WITH(buffers, type, n, ADD)                                                \
  TN_KERNEL_##buffers(matmul_id_##type, tn_matmul_args) {                                       \
    const tn_i32 row = (tn_i32)(TN_GROUP_X * (TN_THREADS / TN_LANES) + TN_SUBGROUP);            \
    const tn_i32 last = a.a.shape[1] - 1;                                                       \
    const tn_i32 expert = TN_INTS(in2 + TN_GROUP_Z * a.ids_stride)[TN_GROUP_Y];                 \
    const int known = expert >= 0 && expert < a.a.shape[2];                                     \
    const TN_GLOBAL tn_u8* left =                                                               \
        tn_row(in0, a.a, row < last ? row : last, known ? expert : 0, 0);                       \
    const TN_GLOBAL float* right =                                                              \
        TN_FLOATS(tn_row(in1, a.b, TN_GROUP_Y % a.b.shape[1], TN_GROUP_Z, 0));                  \
    float sum = 0.0f;                                                                           \
    for (tn_i32 k = TN_LANE; k < a.a.shape[0] / n; k += TN_LANES) {                             \
      ADD                                                                                       \
    }                                                                                           \
    sum = tn_sum_lanes(sum TN_PASS);                                                            \
    if (TN_LANE == 0 && row <= last)                                                            \
      TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_Y, TN_GROUP_Z, 0))[row] = known ? sum : 0.0f; \
  }

#define TN_MATMUL_ID(type) \
  TN_MATMUL_ID_WITH(3, type, 1, sum += tn_load_##type(left, k, a.a.stride[0]) * right[k];)

TN_FOR_READ_TYPES(TN_MATMUL_ID)

#define TN_MATMUL_ID_BLOCKS(type, n) \
  TN_MATMUL_ID_WITH(                 \
      3, type, 8,                    \
      sum += tn_dot(tn_eight_##type(left + k / n * a.a.stride[0], k % n), right + k * 8);)

TN_FOR_BLOCK_TYPES(TN_MATMUL_ID_BLOCKS)

#define TN_MATMUL_ID_GRID(type, n)                                                        \
  TN_MATMUL_ID_WITH(                                                                      \
      4, type, 8,                                                                         \
      sum += tn_dot(tn_eight_##type(left + k / n * a.a.stride[0], k % n, TN_LEVELS(in3)), \
                    right + k * 8);)

TN_FOR_GRID_TYPES(TN_MATMUL_ID_GRID)

// One group for each row of x; z: what is added.
TN_KERNEL_3(add_id, tn_rows_args) {
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, 0));
  TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, 0));
  const tn_i64 ids_stride = (tn_i64)a.p[0];
  const tn_i32 id = TN_INTS(in2 + TN_GROUP_Y * ids_stride)[TN_GROUP_X];
  const int known = id >= 0 && id < a.z.shape[1];
  const TN_GLOBAL float* added = TN_FLOATS(tn_row(in1, a.z, known ? id : 0, 0, 0));
  for (tn_i32 i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS)
    y[i] = known ? x[i] + added[i] : x[i];
}
