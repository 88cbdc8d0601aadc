#include "kernels/language.h"

#include "kernels/all_types.h"
#include "kernels/args/matmul.h"

// Short rows of types with a grid: a lane takes 32 elements, which share what is costly to decode,
// so that one row would leave lanes of a subgroup idle. Several rows share it instead. Groups:
// rows, columns, matrices.

/// Threads for a row: a power of two, as many as it has pieces at most.
TN_FUNCTION tn_i32 tn_threads_of_row(const tn_matmul_args a) {
  tn_i32 threads = 1;
  while (threads * 2 <= a.a.shape[0] / 32) threads *= 2;
  return threads;
}

/// What all threads of the row number TN_THREAD of the group have.
TN_FUNCTION float tn_sum_of_row(const TN_LOCAL float* parts, tn_i32 threads TN_TAKE) {
  float sum = 0.0f;
  for (tn_i32 i = 0; i < threads; ++i) sum += parts[(tn_i32)TN_THREAD * threads + i];
  return sum;
}

#define TN_MATMUL_SPLIT(type, n)                                                                  \
  TN_KERNEL_3(matmul_split_##type, tn_matmul_args) {                                              \
    TN_SHARED(float, parts, TN_MAX_THREADS);                                                      \
    const tn_i32 threads = tn_threads_of_row(a);                                                  \
    const tn_i32 first = (tn_i32)(TN_GROUP_X * TN_THREADS) / threads;                             \
    const tn_i32 own = first + (tn_i32)TN_THREAD / threads;                                       \
    const tn_i32 i2 = (tn_i32)TN_GROUP_Z % a.y.shape[2];                                          \
    const tn_i32 i3 = (tn_i32)TN_GROUP_Z / a.y.shape[2];                                          \
    const TN_GLOBAL tn_u8* left = tn_row(in0, a.a, own < a.a.shape[1] ? own : a.a.shape[1] - 1,   \
                                         i2 / a.share2, i3 / a.share3);                           \
    const TN_GLOBAL float* right = TN_FLOATS(tn_row(in1, a.b, TN_GROUP_Y, i2, i3));               \
    float sum = 0.0f;                                                                             \
    for (tn_i32 piece = (tn_i32)TN_THREAD % threads; piece < a.a.shape[0] / 32; piece += threads) \
      for (tn_i32 e = piece * 4; e < piece * 4 + 4; ++e)                                          \
        sum += tn_dot(tn_eight_##type(left + e / n * a.a.stride[0], e % n, TN_LEVELS(in2)),       \
                      right + e * 8);                                                             \
    parts[TN_THREAD] = sum;                                                                       \
    TN_BARRIER();                                                                                 \
    const tn_i32 row = first + (tn_i32)TN_THREAD;                                                 \
    if ((tn_i32)TN_THREAD < (tn_i32)TN_THREADS / threads && row < a.a.shape[1])                   \
      TN_FLOATS_OUT(tn_row_out(out, a.y, TN_GROUP_Y, i2, i3))                                     \
      [row] = tn_sum_of_row(parts, threads TN_PASS);                                              \
  }

TN_FOR_GRID_TYPES(TN_MATMUL_SPLIT)
