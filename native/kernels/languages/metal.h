#pragma once

#include <metal_stdlib>

// Metal gives a kernel its place in the grid as parameters, which functions must be handed on.

using metal::ceil;
using metal::cos;
using metal::exp;
using metal::exp2;
using metal::fabs;
using metal::floor;
using metal::fmax;
using metal::fmin;
using metal::log;
using metal::mem_flags;
using metal::pow;
using metal::round;
using metal::simd_max;
using metal::simd_sum;
using metal::sin;
using metal::sqrt;
using metal::tanh;
using metal::threadgroup_barrier;
using metal::trunc;

#define TN_GLOBAL device
#define TN_LOCAL threadgroup
#define TN_FUNCTION [[maybe_unused]] static inline
#define TN_SHARED(type, name, n) threadgroup type name[n]
#define TN_TAKE , uint3 tn_at, uint3 tn_size, uint tn_lane, uint tn_lanes, uint tn_subgroup
#define TN_PASS , tn_at, tn_size, tn_lane, tn_lanes, tn_subgroup
#define TN_INFINITY INFINITY

#define TN_THREAD tn_at.x
#define TN_THREADS tn_size.x
#define TN_GROUP_X tn_group.x
#define TN_GROUP_Y tn_group.y
#define TN_GROUP_Z tn_group.z
#define TN_LANE tn_lane
#define TN_LANES tn_lanes
#define TN_SUBGROUP tn_subgroup
#define TN_BARRIER() threadgroup_barrier(mem_flags::mem_threadgroup | mem_flags::mem_device)

#include "kernels/languages/functions.h"

TN_DEFINE_LOG1P
TN_DEFINE_EXPM1
TN_DEFINE_ERF

TN_FUNCTION float tn_sum_lanes(float value TN_TAKE) { return simd_sum(value); }
TN_FUNCTION float tn_max_lanes(float value TN_TAKE) { return simd_max(value); }

TN_FUNCTION float tn_half_to_float(tn_u16 number) { return (float)as_type<half>(number); }
TN_FUNCTION tn_u16 tn_float_to_half(float value) { return as_type<tn_u16>((half)value); }
TN_FUNCTION float tn_bits_to_float(tn_u32 bits) { return as_type<float>(bits); }
TN_FUNCTION tn_u32 tn_float_to_bits(float value) { return as_type<tn_u32>(value); }

#define TN_IN(n) const device tn_u8* in##n [[buffer(n + 1)]]
#define TN_PLACE                                                                                   \
  uint3 tn_group [[threadgroup_position_in_grid]], uint3 tn_at [[thread_position_in_threadgroup]], \
      uint3 tn_size [[threads_per_threadgroup]], uint tn_lane [[thread_index_in_simdgroup]],       \
      uint tn_lanes [[threads_per_simdgroup]], uint tn_subgroup [[simdgroup_index_in_threadgroup]]

#define TN_KERNEL_1(name, args)                                                               \
  kernel void name(constant args& a [[buffer(0)]], TN_IN(0), device tn_u8* out [[buffer(2)]], \
                   TN_PLACE)
#define TN_KERNEL_2(name, args)                                        \
  kernel void name(constant args& a [[buffer(0)]], TN_IN(0), TN_IN(1), \
                   device tn_u8* out [[buffer(3)]], TN_PLACE)
#define TN_KERNEL_3(name, args)                                                  \
  kernel void name(constant args& a [[buffer(0)]], TN_IN(0), TN_IN(1), TN_IN(2), \
                   device tn_u8* out [[buffer(4)]], TN_PLACE)
#define TN_KERNEL_4(name, args)                                                            \
  kernel void name(constant args& a [[buffer(0)]], TN_IN(0), TN_IN(1), TN_IN(2), TN_IN(3), \
                   device tn_u8* out [[buffer(5)]], TN_PLACE)
#define TN_KERNEL_5(name, args)                                                            \
  kernel void name(constant args& a [[buffer(0)]], TN_IN(0), TN_IN(1), TN_IN(2), TN_IN(3), \
                   TN_IN(4), device tn_u8* out [[buffer(6)]], TN_PLACE)
#define TN_KERNEL_6(name, args)                                                            \
  kernel void name(constant args& a [[buffer(0)]], TN_IN(0), TN_IN(1), TN_IN(2), TN_IN(3), \
                   TN_IN(4), TN_IN(5), device tn_u8* out [[buffer(7)]], TN_PLACE)
#define TN_KERNEL_7(name, args)                                                            \
  kernel void name(constant args& a [[buffer(0)]], TN_IN(0), TN_IN(1), TN_IN(2), TN_IN(3), \
                   TN_IN(4), TN_IN(5), TN_IN(6), device tn_u8* out [[buffer(8)]], TN_PLACE)
#define TN_KERNEL_8(name, args)                                                             \
  kernel void name(constant args& a [[buffer(0)]], TN_IN(0), TN_IN(1), TN_IN(2), TN_IN(3),  \
                   TN_IN(4), TN_IN(5), TN_IN(6), TN_IN(7), device tn_u8* out [[buffer(9)]], \
                   TN_PLACE)
#define TN_KERNEL_6_2(name, args)                                                          \
  kernel void name(constant args& a [[buffer(0)]], TN_IN(0), TN_IN(1), TN_IN(2), TN_IN(3), \
                   TN_IN(4), TN_IN(5), device tn_u8* out [[buffer(7)]],                    \
                   device tn_u8* out2 [[buffer(8)]], TN_PLACE)
