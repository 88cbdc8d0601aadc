#pragma once

#include <cstring>

#include "backends/cpu/simd/variant/packed.h"

namespace tern::TERN_SIMD_NAMESPACE {

/// The largest magnitude, by way of whole numbers, whose maximum compilers vectorise.
inline float largest_magnitude(const float* x) {
  std::uint32_t bits[column_block];
  std::memcpy(bits, x, sizeof bits);
  std::uint32_t largest = 0;
  for (std::int64_t i = 0; i < column_block; ++i) {
    const std::uint32_t magnitude = bits[i] & 0x7fffffffu;
    largest = magnitude > largest ? magnitude : largest;
  }
  float result;
  std::memcpy(&result, &largest, sizeof result);
  return result;
}

/// The nearest whole numbers to x * inverse, ties to even: they are the last bits of the sum with a
/// number so large that its unit in the last place is one.
inline void round_block(const float* x, float inverse, std::int8_t* target) {
  for (std::int64_t i = 0; i < column_block; ++i) {
    const float shifted = x[i] * inverse + 0x1.8p23f;
    std::uint32_t bits;
    std::memcpy(&bits, &shifted, sizeof bits);
    target[i] = static_cast<std::int8_t>(bits & 255u);
  }
}

inline std::byte* put_part(const ColumnJob& job, const std::int8_t* bytes, float scale,
                           std::byte* target) {
  std::int32_t sum = 0;
  for (std::int64_t i = 0; i < job.part; ++i) sum += bytes[i];
  const PartTail tail{scale, -job.offset * sum, scale * static_cast<float>(sum), 0.0f};
  std::memcpy(target, bytes, static_cast<std::size_t>(job.part));
  std::memcpy(target + job.part, &tail, sizeof tail);
  return target + job.part + sizeof tail;
}

inline void quantize_column(const ColumnJob& job) {
  std::byte* target = job.target;
  for (std::int64_t k = 0; k < job.k; k += column_block) {
    const float scale = largest_magnitude(job.x + k) / 127.0f;
    std::int8_t bytes[column_block];
    round_block(job.x + k, scale == 0.0f ? 0.0f : 1.0f / scale, bytes);
    for (std::int64_t part = 0; part < column_block; part += job.part)
      target = put_part(job, bytes + part, scale, target);
  }
}

}  // namespace tern::TERN_SIMD_NAMESPACE
