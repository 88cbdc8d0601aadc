#pragma once

#include <cstddef>

#include "backends/cpu/simd/kernels.h"

// The widest that the compiler may use; a scalar variant stays scalar.
#if defined(TERN_SIMD_SCALAR)
#include "backends/cpu/simd/variant/native_scalar.h"
#elif defined(__AVX512F__) && defined(__AVX512BW__)
#include "backends/cpu/simd/variant/native_avx512.h"
#elif defined(__AVX2__) && defined(__FMA__) && defined(__F16C__)
#include "backends/cpu/simd/variant/native_avx2.h"
#elif defined(__SSE4_2__)
#include "backends/cpu/simd/variant/native_sse42.h"
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include "backends/cpu/simd/variant/native_neon.h"
#else
#include "backends/cpu/simd/variant/native_scalar.h"
#endif

namespace tern::TERN_SIMD_NAMESPACE {

/// A band takes as many registers as it needs: element i of all lanes is row i.
inline constexpr int registers = static_cast<int>(band_rows) / Native::lanes;

struct Floats {
  Native::Floats part[registers];
};
struct Ints {
  Native::Ints part[registers];
};
/// Four codes of each row.
struct Bytes {
  Native::Bytes part[registers];
};

/// Fills each register by a function of the place of its first lane.
template <class Result, class Fill>
TERN_SIMD_INLINE Result each(const Fill& fill) {
  Result result;
  TERN_SIMD_UNROLL
  for (int i = 0; i < registers; ++i) result.part[i] = fill(i);
  return result;
}

TERN_SIMD_INLINE Floats load(const float* from) {
  return each<Floats>([=](int i) { return Native::load(from + i * Native::lanes); });
}
TERN_SIMD_INLINE void store(float* to, const Floats& x) {
  TERN_SIMD_UNROLL
  for (int i = 0; i < registers; ++i) Native::store(to + i * Native::lanes, x.part[i]);
}
TERN_SIMD_INLINE Floats broadcast(float x) {
  return each<Floats>([=](int) { return Native::broadcast(x); });
}
TERN_SIMD_INLINE Floats multiply(const Floats& a, const Floats& b) {
  return each<Floats>([&](int i) { return Native::multiply(a.part[i], b.part[i]); });
}
TERN_SIMD_INLINE Floats multiply(const Floats& a, float b) {
  const Native::Floats all = Native::broadcast(b);
  return each<Floats>([&](int i) { return Native::multiply(a.part[i], all); });
}
TERN_SIMD_INLINE Floats multiply_add(const Floats& a, const Floats& b, const Floats& c) {
  return each<Floats>([&](int i) { return Native::multiply_add(a.part[i], b.part[i], c.part[i]); });
}
TERN_SIMD_INLINE Floats multiply_add(const Floats& a, float b, const Floats& c) {
  const Native::Floats all = Native::broadcast(b);
  return each<Floats>([&](int i) { return Native::multiply_add(a.part[i], all, c.part[i]); });
}

TERN_SIMD_INLINE Floats load_half(const std::byte* from) {
  return each<Floats>([=](int i) { return Native::load_half(from + 2 * i * Native::lanes); });
}
TERN_SIMD_INLINE Floats load_bfloat(const std::byte* from) {
  return each<Floats>([=](int i) { return Native::load_bfloat(from + 2 * i * Native::lanes); });
}
TERN_SIMD_INLINE Floats load_unsigned(const std::uint8_t* from) {
  return each<Floats>([=](int i) { return Native::load_unsigned(from + i * Native::lanes); });
}
TERN_SIMD_INLINE Floats to_floats(const Ints& x) {
  return each<Floats>([&](int i) { return Native::to_floats(x.part[i]); });
}
TERN_SIMD_INLINE Ints broadcast_int(std::int32_t x) {
  return each<Ints>([=](int) { return Native::broadcast_int(x); });
}

TERN_SIMD_INLINE Bytes load_bytes(const std::byte* from) {
  return each<Bytes>([=](int i) { return Native::load_bytes(from + 4 * i * Native::lanes); });
}
/// Moves each byte by `left` bits and keeps those of the mask.
template <int left, char mask>
TERN_SIMD_INLINE Bytes take(const Bytes& codes) {
  return each<Bytes>([&](int i) { return Native::take<left, mask>(codes.part[i]); });
}
TERN_SIMD_INLINE Bytes either(const Bytes& a, const Bytes& b) {
  return each<Bytes>([&](int i) { return Native::either(a.part[i], b.part[i]); });
}

TERN_SIMD_INLINE Bytes look_up(const std::uint8_t* table, const Bytes& codes) {
  return each<Bytes>([&](int i) { return Native::look_up(table, codes.part[i]); });
}

/// Adds the products of four codes of each row with four signed bytes of a column. Small codes are
/// below 64, which some processors do faster.
template <bool small>
TERN_SIMD_INLINE Ints dot(const Ints& sum, const Bytes& codes, const std::byte* column) {
  const Native::Four four = Native::broadcast_four(column);
  return each<Ints>([&](int i) {
    if constexpr (small) return Native::dot_small(sum.part[i], codes.part[i], four);
    return Native::dot(sum.part[i], codes.part[i], four);
  });
}

}  // namespace tern::TERN_SIMD_NAMESPACE
