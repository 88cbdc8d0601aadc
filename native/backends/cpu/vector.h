#pragma once

#include <array>
#include <cstdint>

namespace tern {

/// Sums are kept in this many lanes, so that the compiler can use vector registers without being
/// allowed to reorder floats. The order of additions is the same on every machine.
inline constexpr std::int64_t lanes = 8;
using Lanes = std::array<float, lanes>;

inline float sum_lanes(const Lanes& lane) {
  return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

/// Products of `rows` rows of a, `pitch` floats apart, with b.
template <int rows>
inline void dot_rows(const float* a, std::int64_t pitch, const float* b, std::int64_t n,
                     float* result) {
  Lanes sum[rows] = {};
  std::int64_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    for (int r = 0; r < rows; ++r) {
      for (std::int64_t j = 0; j < lanes; ++j) {
        sum[r][static_cast<std::size_t>(j)] += a[r * pitch + i + j] * b[i + j];
      }
    }
  }
  for (int r = 0; r < rows; ++r) {
    result[r] = sum_lanes(sum[r]);
    for (std::int64_t j = i; j < n; ++j) result[r] += a[r * pitch + j] * b[j];
  }
}

inline float dot(const float* a, const float* b, std::int64_t n) {
  float result;
  dot_rows<1>(a, 0, b, n, &result);
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
