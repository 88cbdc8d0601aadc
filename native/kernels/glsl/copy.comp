#version 450
#extension GL_GOOGLE_include_directive : require
#include "language.glsl"
#include "numbers.glsl"
#include "args/rows.h"

TN_KERNEL(copy_f32_f32, TN_F32, TN_F32)
TN_KERNEL(copy_f32_f16, TN_F32, TN_F16)
TN_KERNEL(copy_f32_bf16, TN_F32, TN_BF16)
TN_KERNEL(copy_f16_f32, TN_F16, TN_F32)
TN_KERNEL(copy_f16_f16, TN_F16, TN_F16)
TN_KERNEL(copy_f16_bf16, TN_F16, TN_BF16)
TN_KERNEL(copy_bf16_f32, TN_BF16, TN_F32)
TN_KERNEL(copy_bf16_f16, TN_BF16, TN_F16)
TN_KERNEL(copy_bf16_bf16, TN_BF16, TN_BF16)
TN_KERNEL(copy_q8_0_f32, TN_Q8_0, TN_F32)
TN_KERNEL(copy_q8_0_f16, TN_Q8_0, TN_F16)
TN_KERNEL(copy_q8_0_bf16, TN_Q8_0, TN_BF16)
TN_KERNEL(copy_q4_0_f32, TN_Q4_0, TN_F32)
TN_KERNEL(copy_q4_0_f16, TN_Q4_0, TN_F16)
TN_KERNEL(copy_q4_0_bf16, TN_Q4_0, TN_BF16)
TN_ARGS(tn_rows_args)

// One group for each row; elements may lie anywhere.
void main() {
  const tn_address x = tn_own_row(in0, a.x);
  const tn_address y = tn_own_row(push.result, a.y);
  for (int i = TN_THREAD; i < a.x.shape[0]; i += TN_THREADS)
    tn_store(tn_second, y + i * a.y.stride[0], tn_load(tn_first, x, i, a.x.stride[0]));
}
