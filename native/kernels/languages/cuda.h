#pragma once

// CUDA, compiled by clang or by nvcc.

#define TN_DEVICE __attribute__((device))
#define TN_GLOBAL
#define TN_LOCAL
#define TN_FUNCTION [[maybe_unused]] static TN_DEVICE inline
#define TN_SHARED(type, name, n) static __attribute__((shared)) type name[n]
#define TN_TAKE
#define TN_PASS
#define TN_INFINITY __builtin_inff()
#define TN_LANES 32u
#define TN_LANE (TN_THREAD % TN_LANES)
#define TN_SUBGROUP (TN_THREAD / TN_LANES)
#define TN_BARRIER() __syncthreads()

#if defined(__clang__)
#include "kernels/languages/cuda_clang.h"
#else
#include "kernels/languages/cuda_nvcc.h"
#endif

TN_FUNCTION float tn_half_to_float(tn_u16 number) {
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(number));
  return value;
}
TN_FUNCTION tn_u16 tn_float_to_half(float value) {
  tn_u16 number;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(number) : "f"(value));
  return number;
}

#include "kernels/languages/cuda_like.h"
