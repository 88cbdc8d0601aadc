#include "kernels/language.h"

#include "kernels/args/rows.h"
#include "kernels/encode.h"

// x: table, z: numbers. One group for each row of the result; numbers outside of the table give
// zeros. A grid comes as a third buffer.

TN_FUNCTION tn_i32 tn_row_number(const tn_rows_args a, const TN_GLOBAL tn_u8* numbers, tn_i32 i1,
                                 tn_i32 i2, tn_i32 i3) {
  return TN_INTS(tn_row(numbers, a.z, i2, i3, 0))[i1];
}

#define TN_GET_ROWS_WITH(buffers, type, n, COPY)                                                \
  TN_KERNEL_##buffers(get_rows_##type, tn_rows_args) {                                          \
    const tn_i32 number = tn_row_number(a, in1, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z);            \
    const int inside = number >= 0 && number < a.x.shape[1];                                    \
    const TN_GLOBAL tn_u8* row = tn_row(in0, a.x, inside ? number : 0, TN_GROUP_Y, TN_GROUP_Z); \
    TN_GLOBAL tn_u8* y = tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z);              \
    for (tn_i32 i = TN_THREAD; i < a.y.shape[0] / n; i += TN_THREADS) COPY                      \
  }

#define TN_GET_ROWS(type)      \
  TN_GET_ROWS_WITH(2, type, 1, \
                   TN_FLOATS_OUT(y)[i] = inside ? tn_load_##type(row, i, a.x.stride[0]) : 0.0f;)

TN_FOR_READ_TYPES(TN_GET_ROWS)

TN_GET_ROWS_WITH(2, i32, 1, TN_INTS_OUT(y)[i] = inside ? TN_INTS(row)[i] : 0;)

TN_FUNCTION void tn_put_eight(TN_GLOBAL float* y, const tn_eight x, int inside) {
  for (tn_i32 i = 0; i < 8; ++i) y[i] = inside ? x.at[i] : 0.0f;
}

#define TN_GET_ROWS_BLOCKS(type, n)                       \
  TN_GET_ROWS_WITH(2, type, 8,                            \
                   tn_put_eight(TN_FLOATS_OUT(y) + i * 8, \
                                tn_eight_##type(row + i / n * a.x.stride[0], i % n), inside);)

TN_FOR_BLOCK_TYPES(TN_GET_ROWS_BLOCKS)

#define TN_GET_ROWS_GRID(type, n)            \
  TN_GET_ROWS_WITH(                          \
      3, type, 8,                            \
      tn_put_eight(TN_FLOATS_OUT(y) + i * 8, \
                   tn_eight_##type(row + i / n * a.x.stride[0], i % n, TN_LEVELS(in2)), inside);)

TN_FOR_GRID_TYPES(TN_GET_ROWS_GRID)

// x: rows, z: numbers, y: the target. One group for each row of x.

#define TN_SET_ROWS_WITH(type, n, COPY)                                                          \
  TN_KERNEL_2(set_rows_##type, tn_rows_args) {                                                   \
    const tn_i32 number =                                                                        \
        tn_row_number(a, in1, TN_GROUP_X, TN_GROUP_Y % a.z.shape[1], TN_GROUP_Z % a.z.shape[2]); \
    const TN_GLOBAL tn_u8* row = tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z);           \
    if (number < 0 || number >= a.y.shape[1]) return;                                            \
    TN_GLOBAL tn_u8* y = tn_row_out(out, a.y, number, TN_GROUP_Y, TN_GROUP_Z);                   \
    for (tn_i32 i = TN_THREAD; i < a.x.shape[0] / n; i += TN_THREADS) COPY                       \
  }

#define TN_SET_ROWS(type) \
  TN_SET_ROWS_WITH(type, 1, tn_store_##type(y + i * a.y.stride[0], TN_FLOATS(row)[i]);)

TN_FOR_WRITE_TYPES(TN_SET_ROWS)

#define TN_SET_ROWS_BLOCKS(type, n) \
  TN_SET_ROWS_WITH(type, n, tn_encode_##type(y + i * a.y.stride[0], row + i * n * 4, 4);)

TN_FOR_ENCODED_TYPES(TN_SET_ROWS_BLOCKS)
