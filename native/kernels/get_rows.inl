#include "kernels/language.h"
#include "kernels/numbers.h"

#include "kernels/args/rows.h"

// x: table, z: numbers. One group for each row of the result; numbers outside of the table give
// zeros.

#define TN_GET_ROWS(type)                                                                         \
  TN_KERNEL_2(get_rows_##type, tn_rows_args) {                                                    \
    const tn_i32 number = TN_INTS(tn_row(in1, a.z, TN_GROUP_Y, TN_GROUP_Z, 0))[TN_GROUP_X];       \
    const int inside = number >= 0 && number < a.x.shape[1];                                      \
    const TN_GLOBAL tn_u8* row = tn_row(in0, a.x, inside ? number : 0, TN_GROUP_Y, TN_GROUP_Z);   \
    TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z)); \
    for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS)                                 \
      y[i] = inside ? tn_load_##type(row, i, a.x.stride[0]) : 0.0f;                               \
  }

TN_FOR_READ_TYPES(TN_GET_ROWS)

// x: rows, z: numbers, y: the target. One group for each row of x.

#define TN_SET_ROWS(type)                                                                         \
  TN_KERNEL_2(set_rows_##type, tn_rows_args) {                                                    \
    const tn_i32 number = TN_INTS(                                                                \
        tn_row(in1, a.z, TN_GROUP_Y % a.z.shape[1], TN_GROUP_Z % a.z.shape[2], 0))[TN_GROUP_X];   \
    if (number < 0 || number >= a.y.shape[1]) return;                                             \
    const TN_GLOBAL float* row = TN_FLOATS(tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z)); \
    TN_GLOBAL tn_u8* y = tn_row_out(out, a.y, number, TN_GROUP_Y, TN_GROUP_Z);                    \
    for (tn_i32 i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS)                                 \
      tn_store_##type(y + i * a.y.stride[0], row[i]);                                             \
  }

TN_FOR_WRITE_TYPES(TN_SET_ROWS)
