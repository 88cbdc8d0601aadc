#pragma once

#include <bit>
#include <cstdint>

namespace tern {

/// IEEE binary16 to float. Branch-free, so that loops over it vectorise.
inline float half_to_float(std::uint16_t half) {
  const std::uint32_t magnitude = half & 0x7fffu;
  // Moving the exponent by a multiplication also normalises subnormals.
  const std::uint32_t finite =
      std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude << 13) * 0x1p112f);
  const std::uint32_t special = 0x7f800000u | (magnitude << 13);
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000u) << 16;
  return std::bit_cast<float>(sign | (magnitude >= 0x7c00u ? special : finite));
}

/// Float to IEEE binary16, to nearest, ties to even.
inline std::uint16_t float_to_half(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  std::uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u)
    return static_cast<std::uint16_t>(sign | 0x7e00u | ((magnitude >> 13) & 0x3ffu));
  if (magnitude >= 0x47800000u) return static_cast<std::uint16_t>(sign | 0x7c00u);
  if (magnitude < 0x38800000u) {
    // One unit in the last place of 0.5f is the spacing of subnormal halves: the addition rounds.
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000u));
  }
  magnitude += ((15u - 127u) << 23) + 0xfffu + ((magnitude >> 13) & 1u);
  return static_cast<std::uint16_t>(sign | (magnitude >> 13));
}

inline float bfloat_to_float(std::uint16_t bfloat) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bfloat) << 16);
}

/// Float to bfloat16, to nearest, ties to even; a NaN stays one.
inline std::uint16_t float_to_bfloat(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>((bits >> 16) | 0x40u);
  return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

}  // namespace tern
