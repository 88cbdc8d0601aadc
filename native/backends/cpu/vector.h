#pragma once

#include <array>
#include <cstdint>

namespace tern {

/// Sums are kept in this many lanes, so that the compiler can use vector registers without being
/// allowed to reorder floats. The order of additions is the same on every machine.
inline constexpr std::int64_t lanes = 8;
using Lanes = std::array<float, lanes>;

[[gnu::always_inline]] inline float sum_lanes(const Lanes& lane) {
  return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

inline float dot(const float* a, const float* b, std::int64_t n) {
  Lanes total = {};
  std::int64_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    for (std::int64_t j = 0; j < lanes; ++j) {
      total[static_cast<std::size_t>(j)] += a[i + j] * b[i + j];
    }
  }
  float result = sum_lanes(total);
  for (; i < n; ++i) result += a[i] * b[i];
  return result;
}

inline float sum(const float* x, std::int64_t n) {
  Lanes total = {};
  std::int64_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    for (std::int64_t j = 0; j < lanes; ++j) total[static_cast<std::size_t>(j)] += x[i + j];
  }
  float result = sum_lanes(total);
  for (; i < n; ++i) result += x[i];
  return result;
}

}  // namespace tern
