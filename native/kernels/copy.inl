#include "kernels/language.h"

#include "kernels/args/rows.h"
#include "kernels/encode.h"

// One group for each row; elements may lie anywhere. A grid comes as a second buffer.

#define TN_COPY_WITH(buffers, from, to, n, COPY)                                     \
  TN_KERNEL_##buffers(copy_##from##_##to, tn_rows_args) {                            \
    const TN_GLOBAL tn_u8* x = tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z); \
    TN_GLOBAL tn_u8* y = tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z);   \
    for (tn_i32 i = TN_THREAD; i < a.x.shape[0] / n; i += TN_THREADS) COPY           \
  }

#define TN_COPY(from, to)      \
  TN_COPY_WITH(1, from, to, 1, \
               tn_store_##to(y + i * a.y.stride[0], tn_load_##from(x, i, a.x.stride[0]));)

#define TN_COPY_FROM(type) \
  TN_COPY(type, f32) TN_COPY(type, f16) TN_COPY(type, bf16) TN_COPY(type, i32)

TN_FOR_READ_TYPES(TN_COPY_FROM)
TN_COPY_FROM(i32)

TN_FUNCTION void tn_put_apart(TN_GLOBAL tn_u8* y, const tn_eight x, tn_i64 step) {
  for (tn_i32 i = 0; i < 8; ++i) tn_store_f32(y + i * step, x.at[i]);
}

#define TN_COPY_BLOCKS(type, n)                        \
  TN_COPY_WITH(1, type, f32, 8,                        \
               tn_put_apart(y + i * 8 * a.y.stride[0], \
                            tn_eight_##type(x + i / n * a.x.stride[0], i % n), a.y.stride[0]);)

TN_FOR_BLOCK_TYPES(TN_COPY_BLOCKS)

#define TN_COPY_GRID(type, n)                                                                  \
  TN_COPY_WITH(2, type, f32, 8,                                                                \
               tn_put_apart(y + i * 8 * a.y.stride[0],                                         \
                            tn_eight_##type(x + i / n * a.x.stride[0], i % n, TN_LEVELS(in1)), \
                            a.y.stride[0]);)

TN_FOR_GRID_TYPES(TN_COPY_GRID)

#define TN_COPY_ENCODED(type, n) \
  TN_COPY_WITH(1, f32, type, n,  \
               tn_encode_##type(y + i * a.y.stride[0], x + i * n * a.x.stride[0], a.x.stride[0]);)

TN_FOR_ENCODED_TYPES(TN_COPY_ENCODED)

#define TN_MOVE(bytes, unit)                                                                       \
  TN_KERNEL_1(move_##bytes, tn_rows_args) {                                                        \
    const TN_GLOBAL tn_u8* x = tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z);               \
    TN_GLOBAL tn_u8* y = tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z);                 \
    for (tn_i32 i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS)                                  \
      *(TN_GLOBAL unit*)(y + i * a.y.stride[0]) = *(const TN_GLOBAL unit*)(x + i * a.x.stride[0]); \
  }

// Without conversion: elements of so many bytes.
TN_MOVE(1, tn_u8)
TN_MOVE(2, tn_u16)
TN_MOVE(4, tn_u32)

// The same for blocks: shape[0] of them in a row, of z.shape[0] bytes each.
TN_KERNEL_1(move_blocks, tn_rows_args) {
  const TN_GLOBAL tn_u8* x = tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z);
  TN_GLOBAL tn_u8* y = tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z);
  const tn_i32 bytes = a.z.shape[0];
  for (tn_i32 i = TN_THREAD; i < a.x.shape[0] * bytes; i += TN_THREADS)
    y[i / bytes * a.y.stride[0] + i % bytes] = x[i / bytes * a.x.stride[0] + i % bytes];
}
