#pragma once

// OpenCL C 1.2. TN_SUBGROUPS is the size of subgroups where it can be chosen; else each thread is
// one. Memory objects cannot be passed from their middle on, so each comes with where it starts.

#define TN_GLOBAL __global
#define TN_LOCAL __local
#define TN_FUNCTION static inline
#define TN_SHARED(type, name, n) __local type name[n]
#define TN_TAKE
#define TN_PASS
#define TN_INFINITY INFINITY

#define TN_THREAD ((tn_u32)get_local_id(0))
#define TN_THREADS ((tn_u32)get_local_size(0))
#define TN_GROUP_X ((tn_u32)get_group_id(0))
#define TN_GROUP_Y ((tn_u32)get_group_id(1))
#define TN_GROUP_Z ((tn_u32)get_group_id(2))
#define TN_BARRIER() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)

#ifdef TN_SUBGROUPS
#define TN_START __attribute__((intel_reqd_sub_group_size(TN_SUBGROUPS))) __kernel
#define TN_LANE ((tn_u32)get_sub_group_local_id())
#define TN_LANES ((tn_u32)(TN_SUBGROUPS))
#define TN_SUBGROUP ((tn_u32)get_sub_group_id())
TN_FUNCTION float tn_sum_lanes(float value) { return sub_group_reduce_add(value); }
TN_FUNCTION float tn_max_lanes(float value) { return sub_group_reduce_max(value); }
#else
#define TN_START __kernel
#define TN_LANE 0u
#define TN_LANES 1u
#define TN_SUBGROUP TN_THREAD
TN_FUNCTION float tn_sum_lanes(float value) { return value; }
TN_FUNCTION float tn_max_lanes(float value) { return value; }
#endif

TN_FUNCTION float tn_half_to_float(tn_u16 number) { return vload_half(0, (const half*)&number); }
TN_FUNCTION tn_u16 tn_float_to_half(float value) {
  tn_u16 number;
  vstore_half_rte(value, 0, (half*)&number);
  return number;
}
TN_FUNCTION float tn_bits_to_float(tn_u32 bits) { return as_float(bits); }
TN_FUNCTION tn_u32 tn_float_to_bits(float value) { return as_uint(value); }

#define TN_IN(n) __global const tn_u8 *tn_base##n, const tn_i64 tn_at##n
#define TN_OUT2 __global tn_u8 *tn_base_out2, const tn_i64 tn_at_out2
#define TN_OUT __global tn_u8 *tn_base_out, const tn_i64 tn_at_out
#define in0 (tn_base0 + tn_at0)
#define in1 (tn_base1 + tn_at1)
#define in2 (tn_base2 + tn_at2)
#define in3 (tn_base3 + tn_at3)
#define in4 (tn_base4 + tn_at4)
#define in5 (tn_base5 + tn_at5)
#define in6 (tn_base6 + tn_at6)
#define in7 (tn_base7 + tn_at7)
#define out (tn_base_out + tn_at_out)
#define out2 (tn_base_out2 + tn_at_out2)

#define TN_KERNEL_1(name, args) TN_START void name(const args a, TN_IN(0), TN_OUT)
#define TN_KERNEL_2(name, args) TN_START void name(const args a, TN_IN(0), TN_IN(1), TN_OUT)
#define TN_KERNEL_3(name, args) \
  TN_START void name(const args a, TN_IN(0), TN_IN(1), TN_IN(2), TN_OUT)
#define TN_KERNEL_4(name, args) \
  TN_START void name(const args a, TN_IN(0), TN_IN(1), TN_IN(2), TN_IN(3), TN_OUT)
#define TN_KERNEL_5(name, args) \
  TN_START void name(const args a, TN_IN(0), TN_IN(1), TN_IN(2), TN_IN(3), TN_IN(4), TN_OUT)
#define TN_KERNEL_6(name, args)                                                                \
  TN_START void name(const args a, TN_IN(0), TN_IN(1), TN_IN(2), TN_IN(3), TN_IN(4), TN_IN(5), \
                     TN_OUT)
#define TN_KERNEL_7(name, args)                                                                \
  TN_START void name(const args a, TN_IN(0), TN_IN(1), TN_IN(2), TN_IN(3), TN_IN(4), TN_IN(5), \
                     TN_IN(6), TN_OUT)
#define TN_KERNEL_8(name, args)                                                                \
  TN_START void name(const args a, TN_IN(0), TN_IN(1), TN_IN(2), TN_IN(3), TN_IN(4), TN_IN(5), \
                     TN_IN(6), TN_IN(7), TN_OUT)
#define TN_KERNEL_6_2(name, args)                                                              \
  TN_START void name(const args a, TN_IN(0), TN_IN(1), TN_IN(2), TN_IN(3), TN_IN(4), TN_IN(5), \
                     TN_OUT, TN_OUT2)
