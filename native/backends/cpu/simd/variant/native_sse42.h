#pragma once

#if defined(__SSE4_2__)

#include <nmmintrin.h>

#include <cstdint>
#include <cstring>

#include "backends/cpu/simd/variant/names.h"

namespace tern::TERN_SIMD_NAMESPACE {

struct Native {
  static constexpr int lanes = 4;
  static constexpr int wide_columns = 2;
  static constexpr int wide_rows = 4;
  using Floats = __m128;
  using Ints = __m128i;
  using Bytes = __m128i;
  using Four = __m128i;

  TERN_SIMD_INLINE static Floats load(const float* from) { return _mm_loadu_ps(from); }
  TERN_SIMD_INLINE static void store(float* to, Floats x) { _mm_storeu_ps(to, x); }
  TERN_SIMD_INLINE static Floats broadcast(float x) { return _mm_set1_ps(x); }
  TERN_SIMD_INLINE static Floats add(Floats a, Floats b) { return _mm_add_ps(a, b); }
  TERN_SIMD_INLINE static Floats multiply(Floats a, Floats b) { return _mm_mul_ps(a, b); }
  TERN_SIMD_INLINE static Floats multiply_add(Floats a, Floats b, Floats c) {
    return _mm_add_ps(_mm_mul_ps(a, b), c);
  }
  TERN_SIMD_INLINE static float sum(Floats x) {
    const __m128 two = _mm_add_ps(x, _mm_movehl_ps(x, x));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
  }

  /// Moving the exponent by a multiplication also normalises small numbers.
  TERN_SIMD_INLINE static Floats load_half(const std::byte* from) {
    const __m128i half = load_shorts(from);
    const __m128i magnitude = _mm_slli_epi32(_mm_and_si128(half, _mm_set1_epi32(0x7fff)), 13);
    const __m128i sign = _mm_slli_epi32(_mm_and_si128(half, _mm_set1_epi32(0x8000)), 16);
    const __m128 finite = _mm_mul_ps(_mm_castsi128_ps(magnitude), _mm_set1_ps(0x1p112f));
    const __m128i special = _mm_or_si128(magnitude, _mm_set1_epi32(0x7f800000));
    const __m128i is_special = _mm_cmpgt_epi32(magnitude, _mm_set1_epi32((0x7c00 << 13) - 1));
    const __m128i bits = _mm_blendv_epi8(_mm_castps_si128(finite), special, is_special);
    return _mm_castsi128_ps(_mm_or_si128(bits, sign));
  }
  TERN_SIMD_INLINE static Floats load_bfloat(const std::byte* from) {
    return _mm_castsi128_ps(_mm_slli_epi32(load_shorts(from), 16));
  }
  TERN_SIMD_INLINE static Floats load_unsigned(const std::uint8_t* from) {
    std::int32_t four;
    std::memcpy(&four, from, sizeof four);
    return _mm_cvtepi32_ps(_mm_cvtepu8_epi32(_mm_cvtsi32_si128(four)));
  }
  TERN_SIMD_INLINE static Floats to_floats(Ints x) { return _mm_cvtepi32_ps(x); }
  TERN_SIMD_INLINE static Ints broadcast_int(std::int32_t x) { return _mm_set1_epi32(x); }

  TERN_SIMD_INLINE static Bytes load_bytes(const std::byte* from) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  }
  /// Moves each byte by `left` bits and keeps those of the mask, which the move must not bring in
  /// from a neighbour.
  template <int left, char mask>
  TERN_SIMD_INLINE static Bytes take(Bytes codes) {
    if constexpr (left > 0) codes = _mm_slli_epi16(codes, left);
    if constexpr (left < 0) codes = _mm_srli_epi16(codes, -left);
    return _mm_and_si128(codes, _mm_set1_epi8(mask));
  }
  TERN_SIMD_INLINE static Bytes either(Bytes a, Bytes b) { return _mm_or_si128(a, b); }
  /// What a table of 16 has for each code.
  TERN_SIMD_INLINE static Bytes look_up(const std::uint8_t* table, Bytes codes) {
    return _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table)), codes);
  }
  TERN_SIMD_INLINE static Four broadcast_four(const std::byte* from) {
    std::int32_t four;
    std::memcpy(&four, from, sizeof four);
    return _mm_set1_epi32(four);
  }

  /// Bytes apart by parity, because sums of two products of large codes exceed 16 bits.
  TERN_SIMD_INLINE static Ints dot(Ints sum, Bytes codes, Four signed_bytes) {
    const Ints even = _mm_srai_epi16(_mm_slli_epi16(signed_bytes, 8), 8);
    const Ints odd = _mm_srai_epi16(signed_bytes, 8);
    const Ints even_codes = _mm_and_si128(codes, _mm_set1_epi16(255));
    const Ints both = _mm_add_epi32(_mm_madd_epi16(even_codes, even),
                                    _mm_madd_epi16(_mm_srli_epi16(codes, 8), odd));
    return _mm_add_epi32(sum, both);
  }
  TERN_SIMD_INLINE static Ints dot_small(Ints sum, Bytes codes, Four signed_bytes) {
    const Ints pairs = _mm_maddubs_epi16(codes, signed_bytes);
    return _mm_add_epi32(sum, _mm_madd_epi16(pairs, _mm_set1_epi16(1)));
  }

 private:
  TERN_SIMD_INLINE static __m128i load_shorts(const std::byte* from) {
    return _mm_cvtepu16_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from)));
  }
};

}  // namespace tern::TERN_SIMD_NAMESPACE

#endif
