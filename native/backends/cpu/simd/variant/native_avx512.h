#pragma once

#if defined(__AVX512F__) && defined(__AVX512BW__)

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "backends/cpu/simd/variant/names.h"

namespace tern::TERN_SIMD_NAMESPACE {

/// A whole band in one register.
struct Native {
  static constexpr int lanes = 16;
  static constexpr int wide_columns = 12;
  static constexpr int wide_rows = 4;
  using Floats = __m512;
  using Ints = __m512i;
  using Bytes = __m512i;
  using Four = __m512i;

  TERN_SIMD_INLINE static Floats load(const float* from) { return _mm512_loadu_ps(from); }
  TERN_SIMD_INLINE static void store(float* to, Floats x) { _mm512_storeu_ps(to, x); }
  TERN_SIMD_INLINE static Floats broadcast(float x) { return _mm512_set1_ps(x); }
  TERN_SIMD_INLINE static Floats add(Floats a, Floats b) { return _mm512_add_ps(a, b); }
  TERN_SIMD_INLINE static Floats multiply(Floats a, Floats b) { return _mm512_mul_ps(a, b); }
  TERN_SIMD_INLINE static Floats multiply_add(Floats a, Floats b, Floats c) {
    return _mm512_fmadd_ps(a, b, c);
  }
  TERN_SIMD_INLINE static float sum(Floats x) { return _mm512_reduce_add_ps(x); }

  TERN_SIMD_INLINE static Floats load_half(const std::byte* from) {
    return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
  }
  TERN_SIMD_INLINE static Floats load_bfloat(const std::byte* from) {
    const __m256i shorts = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(shorts), 16));
  }
  TERN_SIMD_INLINE static Floats load_unsigned(const std::uint8_t* from) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    return _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(bytes));
  }
  TERN_SIMD_INLINE static Floats to_floats(Ints x) { return _mm512_cvtepi32_ps(x); }
  TERN_SIMD_INLINE static Ints broadcast_int(std::int32_t x) { return _mm512_set1_epi32(x); }

  TERN_SIMD_INLINE static Bytes load_bytes(const std::byte* from) {
    return _mm512_loadu_si512(from);
  }
  /// Moves each byte by `left` bits and keeps those of the mask, which the move must not bring in
  /// from a neighbour.
  template <int left, char mask>
  TERN_SIMD_INLINE static Bytes take(Bytes codes) {
    if constexpr (left > 0) codes = _mm512_slli_epi16(codes, left);
    if constexpr (left < 0) codes = _mm512_srli_epi16(codes, -left);
    return _mm512_and_si512(codes, _mm512_set1_epi8(mask));
  }
  TERN_SIMD_INLINE static Bytes either(Bytes a, Bytes b) { return _mm512_or_si512(a, b); }
  /// What a table of 16 has for each code.
  TERN_SIMD_INLINE static Bytes look_up(const std::uint8_t* table, Bytes codes) {
    return _mm512_shuffle_epi8(
        _mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table))), codes);
  }
  TERN_SIMD_INLINE static Four broadcast_four(const std::byte* from) {
    std::int32_t four;
    std::memcpy(&four, from, sizeof four);
    return _mm512_set1_epi32(four);
  }

#if defined(__AVX512VNNI__)

  TERN_SIMD_INLINE static Ints dot(Ints sum, Bytes codes, Four signed_bytes) {
    return _mm512_dpbusd_epi32(sum, codes, signed_bytes);
  }
  TERN_SIMD_INLINE static Ints dot_small(Ints sum, Bytes codes, Four signed_bytes) {
    return _mm512_dpbusd_epi32(sum, codes, signed_bytes);
  }

#else

  /// Bytes apart by parity, because sums of two products of large codes exceed 16 bits.
  TERN_SIMD_INLINE static Ints dot(Ints sum, Bytes codes, Four signed_bytes) {
    const Ints even = _mm512_srai_epi16(_mm512_slli_epi16(signed_bytes, 8), 8);
    const Ints odd = _mm512_srai_epi16(signed_bytes, 8);
    const Ints even_codes = _mm512_and_si512(codes, _mm512_set1_epi16(255));
    const Ints both = _mm512_add_epi32(_mm512_madd_epi16(even_codes, even),
                                       _mm512_madd_epi16(_mm512_srli_epi16(codes, 8), odd));
    return _mm512_add_epi32(sum, both);
  }
  TERN_SIMD_INLINE static Ints dot_small(Ints sum, Bytes codes, Four signed_bytes) {
    const Ints pairs = _mm512_maddubs_epi16(codes, signed_bytes);
    return _mm512_add_epi32(sum, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)));
  }

#endif
};

}  // namespace tern::TERN_SIMD_NAMESPACE

#endif
