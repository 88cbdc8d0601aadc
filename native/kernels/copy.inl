#include "kernels/language.h"
#include "kernels/numbers.h"

#include "kernels/args/rows.h"

// One group for each row; elements may lie anywhere. p[0] is where the row of the result starts
// that the source makes a part of, as concatenations need.

#define TN_COPY(from, to)                                                            \
  TN_KERNEL_1(copy_##from##_##to, tn_rows_args) {                                    \
    const TN_GLOBAL tn_u8* x = tn_row(in0, a.x, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z); \
    TN_GLOBAL tn_u8* y = tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z);   \
    for (tn_i32 i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS)                    \
      tn_store_##to(y + i * a.y.stride[0], tn_load_##from(x, i, a.x.stride[0]));     \
  }

#define TN_COPY_FROM(type) TN_COPY(type, f32) TN_COPY(type, f16) TN_COPY(type, bf16)

TN_FOR_READ_TYPES(TN_COPY_FROM)

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
