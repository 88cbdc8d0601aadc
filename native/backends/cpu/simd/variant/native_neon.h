#pragma once

#if defined(__aarch64__) && defined(__ARM_NEON)

#include <arm_neon.h>

#include <cstdint>
#include <cstring>

#include "backends/cpu/simd/variant/names.h"

namespace tern::TERN_SIMD_NAMESPACE {

struct Native {
  static constexpr int lanes = 4;
  static constexpr int wide_columns = 4;
  static constexpr int wide_rows = 4;
  using Floats = float32x4_t;
  using Ints = int32x4_t;
  using Bytes = uint8x16_t;
  using Four = int8x16_t;

  TERN_SIMD_INLINE static Floats load(const float* from) { return vld1q_f32(from); }
  TERN_SIMD_INLINE static void store(float* to, Floats x) { vst1q_f32(to, x); }
  TERN_SIMD_INLINE static Floats broadcast(float x) { return vdupq_n_f32(x); }
  TERN_SIMD_INLINE static Floats add(Floats a, Floats b) { return vaddq_f32(a, b); }
  TERN_SIMD_INLINE static Floats multiply(Floats a, Floats b) { return vmulq_f32(a, b); }
  TERN_SIMD_INLINE static Floats multiply_add(Floats a, Floats b, Floats c) {
    return vfmaq_f32(c, a, b);
  }
  TERN_SIMD_INLINE static float sum(Floats x) { return vaddvq_f32(x); }

  TERN_SIMD_INLINE static Floats load_half(const std::byte* from) {
    return vcvt_f32_f16(vreinterpret_f16_u16(load_shorts(from)));
  }
  TERN_SIMD_INLINE static Floats load_bfloat(const std::byte* from) {
    return vreinterpretq_f32_u32(vshll_n_u16(load_shorts(from), 16));
  }
  TERN_SIMD_INLINE static Floats load_unsigned(const std::uint8_t* from) {
    std::uint32_t four;
    std::memcpy(&four, from, sizeof four);
    const uint8x8_t bytes = vreinterpret_u8_u32(vdup_n_u32(four));
    return vcvtq_f32_u32(vmovl_u16(vget_low_u16(vmovl_u8(bytes))));
  }
  TERN_SIMD_INLINE static Floats to_floats(Ints x) { return vcvtq_f32_s32(x); }
  TERN_SIMD_INLINE static Ints broadcast_int(std::int32_t x) { return vdupq_n_s32(x); }

  TERN_SIMD_INLINE static Bytes load_bytes(const std::byte* from) {
    return vld1q_u8(reinterpret_cast<const std::uint8_t*>(from));
  }
  /// Moves each byte by `left` bits and keeps those of the mask.
  template <int left, char mask>
  TERN_SIMD_INLINE static Bytes take(Bytes codes) {
    if constexpr (left > 0) codes = vshlq_n_u8(codes, left);
    if constexpr (left < 0) codes = vshrq_n_u8(codes, -left);
    return vandq_u8(codes, vdupq_n_u8(static_cast<std::uint8_t>(mask)));
  }
  TERN_SIMD_INLINE static Bytes either(Bytes a, Bytes b) { return vorrq_u8(a, b); }
  /// What a table of 16 has for each code.
  TERN_SIMD_INLINE static Bytes look_up(const std::uint8_t* table, Bytes codes) {
    return vqtbl1q_u8(vld1q_u8(table), codes);
  }
  TERN_SIMD_INLINE static Four broadcast_four(const std::byte* from) {
    std::int32_t four;
    std::memcpy(&four, from, sizeof four);
    return vreinterpretq_s8_s32(vdupq_n_s32(four));
  }

#if defined(__ARM_FEATURE_MATMUL_INT8)

  TERN_SIMD_INLINE static Ints dot(Ints sum, Bytes codes, Four signed_bytes) {
    return vusdotq_s32(sum, codes, signed_bytes);
  }

#else

  /// Large codes are those of signed bytes plus 128, which the instructions do not take: half of
  /// each byte at a time.
  TERN_SIMD_INLINE static Ints dot(Ints sum, Bytes codes, Four signed_bytes) {
    const Ints high = dot_small(vdupq_n_s32(0), take<-4, 15>(codes), signed_bytes);
    return dot_small(vaddq_s32(sum, vshlq_n_s32(high, 4)), take<0, 15>(codes), signed_bytes);
  }

#endif

#if defined(__ARM_FEATURE_DOTPROD)

  TERN_SIMD_INLINE static Ints dot_small(Ints sum, Bytes codes, Four signed_bytes) {
    return vdotq_s32(sum, vreinterpretq_s8_u8(codes), signed_bytes);
  }

#else

  TERN_SIMD_INLINE static Ints dot_small(Ints sum, Bytes codes, Four signed_bytes) {
    const int8x16_t small = vreinterpretq_s8_u8(codes);
    const Ints low = vpaddlq_s16(vmull_s8(vget_low_s8(small), vget_low_s8(signed_bytes)));
    const Ints high = vpaddlq_s16(vmull_s8(vget_high_s8(small), vget_high_s8(signed_bytes)));
    return vaddq_s32(sum, vpaddq_s32(low, high));
  }

#endif

 private:
  TERN_SIMD_INLINE static uint16x4_t load_shorts(const std::byte* from) {
    return vld1_u16(reinterpret_cast<const std::uint16_t*>(from));
  }
};

}  // namespace tern::TERN_SIMD_NAMESPACE

#endif
