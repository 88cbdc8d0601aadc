#pragma once

// What CUDA and HIP have in common, made of words that each of them defines before.

TN_FUNCTION float tn_sum_lanes(float value) {
  for (tn_u32 mask = TN_LANES / 2; mask > 0; mask /= 2) value += tn_shuffle_xor(value, mask);
  return value;
}

TN_FUNCTION float tn_max_lanes(float value) {
  for (tn_u32 mask = TN_LANES / 2; mask > 0; mask /= 2)
    value = fmax(value, tn_shuffle_xor(value, mask));
  return value;
}

TN_FUNCTION float tn_bits_to_float(tn_u32 bits) { return __builtin_bit_cast(float, bits); }
TN_FUNCTION tn_u32 tn_float_to_bits(float value) { return __builtin_bit_cast(tn_u32, value); }

#define TN_IN const tn_u8* __restrict
#define TN_OUT tn_u8* __restrict

#define TN_KERNEL_1(name, args) \
  extern "C" __attribute__((global)) void name(const args a, TN_IN in0, TN_OUT out)
#define TN_KERNEL_2(name, args) \
  extern "C" __attribute__((global)) void name(const args a, TN_IN in0, TN_IN in1, TN_OUT out)
#define TN_KERNEL_3(name, args)                                                               \
  extern "C" __attribute__((global)) void name(const args a, TN_IN in0, TN_IN in1, TN_IN in2, \
                                               TN_OUT out)
#define TN_KERNEL_4(name, args)                                                               \
  extern "C" __attribute__((global)) void name(const args a, TN_IN in0, TN_IN in1, TN_IN in2, \
                                               TN_IN in3, TN_OUT out)
#define TN_KERNEL_5(name, args)                                                               \
  extern "C" __attribute__((global)) void name(const args a, TN_IN in0, TN_IN in1, TN_IN in2, \
                                               TN_IN in3, TN_IN in4, TN_OUT out)
#define TN_KERNEL_6(name, args)                                                               \
  extern "C" __attribute__((global)) void name(const args a, TN_IN in0, TN_IN in1, TN_IN in2, \
                                               TN_IN in3, TN_IN in4, TN_IN in5, TN_OUT out)
#define TN_KERNEL_7(name, args)                                                               \
  extern "C" __attribute__((global)) void name(const args a, TN_IN in0, TN_IN in1, TN_IN in2, \
                                               TN_IN in3, TN_IN in4, TN_IN in5, TN_IN in6,    \
                                               TN_OUT out)
#define TN_KERNEL_8(name, args)                                                               \
  extern "C" __attribute__((global)) void name(const args a, TN_IN in0, TN_IN in1, TN_IN in2, \
                                               TN_IN in3, TN_IN in4, TN_IN in5, TN_IN in6,    \
                                               TN_IN in7, TN_OUT out)
#define TN_KERNEL_6_2(name, args)                                                             \
  extern "C" __attribute__((global)) void name(const args a, TN_IN in0, TN_IN in1, TN_IN in2, \
                                               TN_IN in3, TN_IN in4, TN_IN in5, TN_OUT out,   \
                                               TN_OUT out2)
