#pragma once

// Words of CUDA for clang, without headers of the toolkit: they take longer to read than the
// kernels.

#define TN_THREAD tn_u32(__nvvm_read_ptx_sreg_tid_x())
#define TN_THREADS tn_u32(__nvvm_read_ptx_sreg_ntid_x())
#define TN_GROUP_X tn_u32(__nvvm_read_ptx_sreg_ctaid_x())
#define TN_GROUP_Y tn_u32(__nvvm_read_ptx_sreg_ctaid_y())
#define TN_GROUP_Z tn_u32(__nvvm_read_ptx_sreg_ctaid_z())

// From the library of the toolkit (libdevice).
extern "C" {
TN_DEVICE float __nv_expf(float);
TN_DEVICE float __nv_exp2f(float);
TN_DEVICE float __nv_expm1f(float);
TN_DEVICE float __nv_logf(float);
TN_DEVICE float __nv_log1pf(float);
TN_DEVICE float __nv_sinf(float);
TN_DEVICE float __nv_cosf(float);
TN_DEVICE float __nv_tanhf(float);
TN_DEVICE float __nv_erff(float);
TN_DEVICE float __nv_floorf(float);
TN_DEVICE float __nv_ceilf(float);
TN_DEVICE float __nv_roundf(float);
TN_DEVICE float __nv_truncf(float);
TN_DEVICE float __nv_fabsf(float);
TN_DEVICE float __nv_sqrtf(float);
TN_DEVICE float __nv_fmaxf(float, float);
TN_DEVICE float __nv_fminf(float, float);
TN_DEVICE float __nv_powf(float, float);
}

TN_FUNCTION float exp(float x) { return __nv_expf(x); }
TN_FUNCTION float exp2(float x) { return __nv_exp2f(x); }
TN_FUNCTION float expm1(float x) { return __nv_expm1f(x); }
TN_FUNCTION float log(float x) { return __nv_logf(x); }
TN_FUNCTION float log1p(float x) { return __nv_log1pf(x); }
TN_FUNCTION float sin(float x) { return __nv_sinf(x); }
TN_FUNCTION float cos(float x) { return __nv_cosf(x); }
TN_FUNCTION float tanh(float x) { return __nv_tanhf(x); }
TN_FUNCTION float erf(float x) { return __nv_erff(x); }
TN_FUNCTION float floor(float x) { return __nv_floorf(x); }
TN_FUNCTION float ceil(float x) { return __nv_ceilf(x); }
TN_FUNCTION float round(float x) { return __nv_roundf(x); }
TN_FUNCTION float trunc(float x) { return __nv_truncf(x); }
TN_FUNCTION float fabs(float x) { return __nv_fabsf(x); }
TN_FUNCTION float sqrt(float x) { return __nv_sqrtf(x); }
TN_FUNCTION float fmax(float x, float y) { return __nv_fmaxf(x, y); }
TN_FUNCTION float fmin(float x, float y) { return __nv_fminf(x, y); }
TN_FUNCTION float pow(float x, float y) { return __nv_powf(x, y); }

TN_FUNCTION float tn_shuffle_xor(float value, tn_u32 mask) {
  return __nvvm_shfl_sync_bfly_f32(0xffffffffu, value, static_cast<int>(mask), 31);
}
