#pragma once

// HIP, without its headers and its device library.

#define TN_DEVICE __attribute__((device))
#define TN_GLOBAL
#define TN_LOCAL
#define TN_FUNCTION [[maybe_unused]] static TN_DEVICE inline
#define TN_SHARED(type, name, n) static __attribute__((shared)) type name[n]
#define TN_TAKE
#define TN_PASS
#define TN_INFINITY __builtin_inff()

#define TN_THREAD tn_u32(__builtin_amdgcn_workitem_id_x())
#define TN_THREADS tn_u32(__builtin_amdgcn_workgroup_size_x())
#define TN_GROUP_X tn_u32(__builtin_amdgcn_workgroup_id_x())
#define TN_GROUP_Y tn_u32(__builtin_amdgcn_workgroup_id_y())
#define TN_GROUP_Z tn_u32(__builtin_amdgcn_workgroup_id_z())
#define TN_LANES tn_u32(__builtin_amdgcn_wavefrontsize())
#define TN_LANE (TN_THREAD % TN_LANES)
#define TN_SUBGROUP (TN_THREAD / TN_LANES)

TN_FUNCTION void tn_barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
#define TN_BARRIER() tn_barrier()

TN_FUNCTION float exp(float x) { return __builtin_expf(x); }
TN_FUNCTION float exp2(float x) { return __builtin_exp2f(x); }
TN_FUNCTION float log(float x) { return __builtin_logf(x); }
TN_FUNCTION float log2(float x) { return __builtin_log2f(x); }
TN_FUNCTION float sin(float x) { return __builtin_sinf(x); }
TN_FUNCTION float cos(float x) { return __builtin_cosf(x); }
TN_FUNCTION float floor(float x) { return __builtin_floorf(x); }
TN_FUNCTION float ceil(float x) { return __builtin_ceilf(x); }
TN_FUNCTION float round(float x) { return __builtin_roundf(x); }
TN_FUNCTION float trunc(float x) { return __builtin_truncf(x); }
TN_FUNCTION float fabs(float x) { return __builtin_fabsf(x); }
TN_FUNCTION float sqrt(float x) { return __builtin_sqrtf(x); }
TN_FUNCTION float fmax(float x, float y) { return __builtin_fmaxf(x, y); }
TN_FUNCTION float fmin(float x, float y) { return __builtin_fminf(x, y); }

#include "kernels/languages/functions.h"

TN_DEFINE_TANH
TN_DEFINE_LOG1P
TN_DEFINE_EXPM1
TN_DEFINE_POW
TN_DEFINE_ERF

TN_FUNCTION float tn_shuffle_xor(float value, tn_u32 mask) {
  const int from = static_cast<int>((TN_LANE ^ mask) * 4);
  const int bits = __builtin_amdgcn_ds_bpermute(from, __builtin_bit_cast(int, value));
  return __builtin_bit_cast(float, bits);
}

TN_FUNCTION float tn_half_to_float(tn_u16 number) {
  return static_cast<float>(__builtin_bit_cast(_Float16, number));
}
TN_FUNCTION tn_u16 tn_float_to_half(float value) {
  return __builtin_bit_cast(tn_u16, static_cast<_Float16>(value));
}

#include "kernels/languages/cuda_like.h"
