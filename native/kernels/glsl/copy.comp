#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#define TN_GRID in1
#include "numbers.glsl"
#include "store.glsl"
#include "args/rows.h"

TN_KERNEL(copy_f32_*, TN_F32, TN_WRITE)
TN_KERNEL(copy_f16_*, TN_F16, TN_PLAIN)
TN_KERNEL(copy_bf16_*, TN_BF16, TN_PLAIN)
TN_KERNEL(copy_*_f32, TN_BLOCKS, TN_F32)
TN_KERNEL(copy_i32_*, TN_I32, TN_PLAIN)
TN_KERNEL(copy_*_i32, TN_PLAIN, TN_I32)
TN_ARGS(tn_rows_args)

// One group for each row; elements may lie anywhere.
void main() {
  const tn_address x = tn_own_row(in0, a.x);
  const tn_address y = tn_own_row(push.result, a.y);
  if (tn_first == TN_F32) {
    tn_store_row(tn_second, x, a.x.stride[0], y, a.y.stride[0], a.x.shape[0]);
  } else {
    for (int i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS)
      tn_store(tn_second, y + i * a.y.stride[0], tn_load(tn_first, x, i, a.x.stride[0]));
  }
}
