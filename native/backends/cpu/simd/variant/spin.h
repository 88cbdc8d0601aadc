#pragma once

#include "backends/cpu/simd/variant/lanes.h"

namespace tern::TERN_SIMD_NAMESPACE {

/// Enough chains that none waits for itself.
inline constexpr int spin_chains = 12;

/// Keeps a value from being computed in advance or not at all.
template <class Value>
TERN_SIMD_INLINE void keep(Value& value) {
#if defined(__GNUC__)
  asm volatile("" : "+m"(value));
#endif
}

inline std::int64_t spin_floats(std::int64_t rounds) {
  Native::Floats factor = Native::broadcast(0.5f);
  keep(factor);
  Native::Floats sum[spin_chains];
  TERN_SIMD_UNROLL
  for (int i = 0; i < spin_chains; ++i) sum[i] = factor;
  for (std::int64_t round = 0; round < rounds; ++round) {
    TERN_SIMD_UNROLL
    for (int i = 0; i < spin_chains; ++i) sum[i] = Native::multiply_add(sum[i], factor, factor);
  }
  TERN_SIMD_UNROLL
  for (int i = 0; i < spin_chains; ++i) keep(sum[i]);
  return rounds * spin_chains * Native::lanes * 2;
}

inline std::int64_t spin_bytes(std::int64_t rounds) {
  const std::byte bytes[4 * Native::lanes] = {};
  Native::Bytes codes = Native::load_bytes(bytes);
  Native::Four four = Native::broadcast_four(bytes);
  keep(codes);
  keep(four);
  Native::Ints sum[spin_chains];
  TERN_SIMD_UNROLL
  for (int i = 0; i < spin_chains; ++i) sum[i] = Native::broadcast_int(i);
  for (std::int64_t round = 0; round < rounds; ++round) {
    TERN_SIMD_UNROLL
    for (int i = 0; i < spin_chains; ++i) sum[i] = Native::dot_small(sum[i], codes, four);
  }
  TERN_SIMD_UNROLL
  for (int i = 0; i < spin_chains; ++i) keep(sum[i]);
  return rounds * spin_chains * Native::lanes * 8;
}

}  // namespace tern::TERN_SIMD_NAMESPACE
