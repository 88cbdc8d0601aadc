#pragma once

#if defined(__AVX2__) && defined(__FMA__) && defined(__F16C__)

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "backends/cpu/simd/variant/names.h"

namespace tern::TERN_SIMD_NAMESPACE {

struct Native {
  static constexpr int lanes = 8;
  static constexpr int wide_columns = 4;
  static constexpr int wide_rows = 4;
  using Floats = __m256;
  using Ints = __m256i;
  using Bytes = __m256i;
  using Four = __m256i;

  TERN_SIMD_INLINE static Floats load(const float* from) { return _mm256_loadu_ps(from); }
  TERN_SIMD_INLINE static void store(float* to, Floats x) { _mm256_storeu_ps(to, x); }
  TERN_SIMD_INLINE static Floats broadcast(float x) { return _mm256_set1_ps(x); }
  TERN_SIMD_INLINE static Floats add(Floats a, Floats b) { return _mm256_add_ps(a, b); }
  TERN_SIMD_INLINE static Floats multiply(Floats a, Floats b) { return _mm256_mul_ps(a, b); }
  TERN_SIMD_INLINE static Floats multiply_add(Floats a, Floats b, Floats c) {
    return _mm256_fmadd_ps(a, b, c);
  }
  TERN_SIMD_INLINE static float sum(Floats x) {
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
  }

  TERN_SIMD_INLINE static Floats load_half(const std::byte* from) {
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
  }
  TERN_SIMD_INLINE static Floats load_bfloat(const std::byte* from) {
    const __m128i shorts = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(shorts), 16));
  }
  TERN_SIMD_INLINE static Floats load_unsigned(const std::uint8_t* from) {
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
    return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes));
  }
  TERN_SIMD_INLINE static Floats to_floats(Ints x) { return _mm256_cvtepi32_ps(x); }
  TERN_SIMD_INLINE static Ints broadcast_int(std::int32_t x) { return _mm256_set1_epi32(x); }

  TERN_SIMD_INLINE static Bytes load_bytes(const std::byte* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }
  /// Moves each byte by `left` bits and keeps those of the mask, which the move must not bring in
  /// from a neighbour.
  template <int left, char mask>
  TERN_SIMD_INLINE static Bytes take(Bytes codes) {
    if constexpr (left > 0) codes = _mm256_slli_epi16(codes, left);
    if constexpr (left < 0) codes = _mm256_srli_epi16(codes, -left);
    return _mm256_and_si256(codes, _mm256_set1_epi8(mask));
  }
  TERN_SIMD_INLINE static Bytes either(Bytes a, Bytes b) { return _mm256_or_si256(a, b); }
  /// What a table of 16 has for each code.
  TERN_SIMD_INLINE static Bytes look_up(const std::uint8_t* table, Bytes codes) {
    return _mm256_shuffle_epi8(
        _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table))),
        codes);
  }
  TERN_SIMD_INLINE static Four broadcast_four(const std::byte* from) {
    std::int32_t four;
    std::memcpy(&four, from, sizeof four);
    return _mm256_set1_epi32(four);
  }

  /// Bytes apart by parity, because sums of two products of large codes exceed 16 bits.
  TERN_SIMD_INLINE static Ints dot(Ints sum, Bytes codes, Four signed_bytes) {
    const Ints even = _mm256_srai_epi16(_mm256_slli_epi16(signed_bytes, 8), 8);
    const Ints odd = _mm256_srai_epi16(signed_bytes, 8);
    const Ints even_codes = _mm256_and_si256(codes, _mm256_set1_epi16(255));
    const Ints both = _mm256_add_epi32(_mm256_madd_epi16(even_codes, even),
                                       _mm256_madd_epi16(_mm256_srli_epi16(codes, 8), odd));
    return _mm256_add_epi32(sum, both);
  }
  TERN_SIMD_INLINE static Ints dot_small(Ints sum, Bytes codes, Four signed_bytes) {
    const Ints pairs = _mm256_maddubs_epi16(codes, signed_bytes);
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
};

}  // namespace tern::TERN_SIMD_NAMESPACE

#endif
