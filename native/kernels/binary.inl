#include "kernels/language.h"

#include "kernels/args/binary.h"

// One group for each row. The row of b is repeated along that of a.

#define TN_BINARY(name, expression)                                                               \
  TN_KERNEL_2(name, tn_binary_args) {                                                             \
    const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.a, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));   \
    const TN_GLOBAL float* z =                                                                    \
        TN_FLOATS(tn_row(in1, a.b, TN_GROUP_X % a.b.shape[1], TN_GROUP_Y % a.b.shape[2],          \
                         TN_GROUP_Z % a.b.shape[3]));                                             \
    TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z)); \
    for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {                               \
      const float p = x[i];                                                                       \
      const float q = z[i % a.b.shape[0]];                                                        \
      y[i] = expression;                                                                          \
    }                                                                                             \
  }

TN_BINARY(binary_add, p + q)
TN_BINARY(binary_sub, p - q)
TN_BINARY(binary_mul, p* q)
TN_BINARY(binary_div, p / q)

TN_KERNEL_8(add_chain, tn_add_chain_args) {
  const tn_i64 i1 = TN_GROUP_X % a.b.shape[1];
  const tn_i64 i2 = TN_GROUP_Y % a.b.shape[2];
  const tn_i64 i3 = TN_GROUP_Z % a.b.shape[3];
  const TN_GLOBAL float* x = TN_FLOATS(tn_row(in0, a.a, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  TN_GLOBAL float* y = TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_X, TN_GROUP_Y, TN_GROUP_Z));
  for (tn_i32 i = TN_THREAD; i < a.y.shape[0]; i += TN_THREADS) {
    const tn_i32 k = i % a.b.shape[0];
    float sum = x[i] + TN_FLOATS(tn_row(in1, a.b, i1, i2, i3))[k];
    if (a.count > 1) sum += TN_FLOATS(tn_row(in2, a.b, i1, i2, i3))[k];
    if (a.count > 2) sum += TN_FLOATS(tn_row(in3, a.b, i1, i2, i3))[k];
    if (a.count > 3) sum += TN_FLOATS(tn_row(in4, a.b, i1, i2, i3))[k];
    if (a.count > 4) sum += TN_FLOATS(tn_row(in5, a.b, i1, i2, i3))[k];
    if (a.count > 5) sum += TN_FLOATS(tn_row(in6, a.b, i1, i2, i3))[k];
    if (a.count > 6) sum += TN_FLOATS(tn_row(in7, a.b, i1, i2, i3))[k];
    y[i] = sum;
  }
}
