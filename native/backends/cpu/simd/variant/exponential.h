#pragma once

#include <cstring>

#include "backends/cpu/simd/variant/lanes.h"

namespace tern::TERN_SIMD_NAMESPACE {

TERN_SIMD_INLINE std::int32_t bits_of(float x) {
  std::int32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

TERN_SIMD_INLINE float float_of(std::int32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

/// exp(x) to about an ulp, without branches, so that loops over it vectorise; limited to normal
/// floats, 0 below them. x is n ln 2 + r with |r| <= ln 2 / 2, where a polynomial is good enough.
TERN_SIMD_INLINE float exponential(float x) {
  constexpr float lowest = -87.3f;
  constexpr float highest = 88.3f;
  constexpr float rounder = 0x1.8p23f;  // what is added to it is rounded
  const float inside = x < lowest ? lowest : (x > highest ? highest : x);
  const float shifted = inside * 1.44269504f + rounder;
  const float n = shifted - rounder;
  const float r = (inside - n * 0.693359375f) + n * 2.12194440e-4f;
  float y = r * 1.9875691500e-4f + 1.3981999507e-3f;
  y = y * r + 8.3334519073e-3f;
  y = y * r + 4.1665795894e-2f;
  y = y * r + 1.6666665459e-1f;
  y = y * r + 5.0000001201e-1f;
  y = y * (r * r) + r + 1.0f;
  const auto exponent = static_cast<std::uint32_t>(bits_of(shifted) - bits_of(rounder));
  const float power = float_of(static_cast<std::int32_t>((exponent + 127u) << 23));
  return x < lowest ? 0.0f : y * power;
}

/// The order of additions does not depend on how many lanes there are.
inline float exponentiate(float* x, std::int64_t n, float largest) {
  float sum[band_rows] = {};
  std::int64_t i = 0;
  for (; i + band_rows <= n; i += band_rows) {
    for (std::int64_t j = 0; j < band_rows; ++j) {
      x[i + j] = exponential(x[i + j] - largest);
      sum[j] += x[i + j];
    }
  }
  for (std::int64_t j = 0; i < n; ++i, ++j) {
    x[i] = exponential(x[i] - largest);
    sum[j] += x[i];
  }
  float total = 0.0f;
  for (const float part : sum) total += part;
  return total;
}

inline void swiglu(const float* gate, const float* value, float* y, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) y[i] = gate[i] / (1.0f + exponential(-gate[i])) * value[i];
}

inline void widen_halves(const std::byte* from, float* to, std::int64_t n) {
  std::int64_t i = 0;
  for (; i + Native::lanes <= n; i += Native::lanes)
    Native::store(to + i, Native::load_half(from + 2 * i));
  if (i >= n) return;
  std::byte rest[2 * Native::lanes] = {};
  float floats[Native::lanes];
  std::memcpy(rest, from + 2 * i, static_cast<std::size_t>(2 * (n - i)));
  Native::store(floats, Native::load_half(rest));
  std::memcpy(to + i, floats, static_cast<std::size_t>(n - i) * sizeof(float));
}

}  // namespace tern::TERN_SIMD_NAMESPACE
