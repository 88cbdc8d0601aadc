#include "kernels/language.h"

#include "kernels/args/concat.h"
#include "kernels/args/rows.h"

// One group for each row of the result; elements of so many bytes.

#define TN_REPEAT(bytes, unit)                                                               \
  TN_KERNEL_1(repeat_##bytes, tn_rows_args) {                                                \
    const TN_GLOBAL tn_u8* x = tn_row(in0, a.x, TN_GROUP_X % a.x.shape[1],                   \
                                      TN_GROUP_Y % a.x.shape[2], TN_GROUP_Z % a.x.shape[3]); \
    TN_GLOBAL tn_u8* y = tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z);           \
    for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS)                            \
      *(TN_GLOBAL unit*)(y + i * a.y.stride[0]) =                                            \
          *(const TN_GLOBAL unit*)(x + i % a.x.shape[0] * a.x.stride[0]);                    \
  }

TN_REPEAT(1, tn_u8)
TN_REPEAT(2, tn_u16)
TN_REPEAT(4, tn_u32)

#define TN_CONCAT(bytes, unit)                                                                   \
  TN_KERNEL_2(concat_##bytes, tn_concat_args) {                                                  \
    TN_GLOBAL tn_u8* y = tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z);               \
    tn_i32 at[4];                                                                                \
    for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {                              \
      at[0] = i;                                                                                 \
      at[1] = (tn_i32)TN_GROUP_X;                                                                \
      at[2] = (tn_i32)TN_GROUP_Y;                                                                \
      at[3] = (tn_i32)TN_GROUP_Z;                                                                \
      const int first = at[a.dim] < a.x.shape[a.dim];                                            \
      if (!first) at[a.dim] -= a.x.shape[a.dim];                                                 \
      const TN_GLOBAL tn_u8* row =                                                               \
          first ? tn_row(in0, a.x, at[1], at[2], at[3]) : tn_row(in1, a.z, at[1], at[2], at[3]); \
      *(TN_GLOBAL unit*)(y + i * a.y.stride[0]) =                                                \
          *(const TN_GLOBAL unit*)(row + at[0] * (first ? a.x.stride[0] : a.z.stride[0]));       \
    }                                                                                            \
  }

TN_CONCAT(1, tn_u8)
TN_CONCAT(2, tn_u16)
TN_CONCAT(4, tn_u32)
