#pragma once

#include <array>
#include <cstdint>

#include "core/blocks.h"
#include "core/half.h"
#include "core/quantize.h"

namespace tern {

/// Scales of the parts of a block: whole numbers times the scale of the block, which is a half.
template <int count>
struct SignedParts {
  std::uint16_t scale;
  int step[count];

  float inverse(int part) const {
    return inverse_or_zero(half_to_float(scale) * static_cast<float>(step[part]));
  }
};

/// `extreme` is the level with the largest magnitude, `lowest` the step with the largest.
template <int count, class Level>
SignedParts<count> fit_signed_parts(const float* x, int n, float extreme, int lowest, Level level) {
  std::array<float, count> fits;
  for (int part = 0; part < count; ++part)
    fits[static_cast<std::size_t>(part)] = fit_scale(x + part * n, n, extreme, level);
  SignedParts<count> parts{};
  parts.scale =
      float_to_half(largest_by_magnitude(fits.data(), count) / static_cast<float>(lowest));
  const float inverse = inverse_or_zero(half_to_float(parts.scale));
  for (int part = 0; part < count; ++part) {
    const float fit = fits[static_cast<std::size_t>(part)];
    parts.step[part] = nearest_code(fit * inverse, lowest, -lowest - 1);
  }
  return parts;
}

/// Steps and offsets of the parts of a block: whole numbers times two halves.
template <int count>
struct AffineParts {
  std::uint16_t scale;
  std::uint16_t low;
  int step[count];
  int offset[count];

  AffineFit fit(int part) const {
    return {half_to_float(scale) * static_cast<float>(step[part]),
            half_to_float(low) * static_cast<float>(offset[part])};
  }
};

/// For codes up to `top`, steps and offsets up to `limit`.
template <int count>
AffineParts<count> fit_parts(const float* x, int n, int top, int limit) {
  std::array<AffineFit, count> fits;
  float widest = 0.0f;
  float lowest = 0.0f;
  for (int part = 0; part < count; ++part) {
    const AffineFit fit = fit_affine(x + part * n, n, top);
    fits[static_cast<std::size_t>(part)] = fit;
    widest = std::fmax(widest, fit.step);
    lowest = std::fmax(lowest, fit.low);
  }
  AffineParts<count> parts{};
  parts.scale = float_to_half(widest / static_cast<float>(limit));
  parts.low = float_to_half(lowest / static_cast<float>(limit));
  const float per_step = inverse_or_zero(half_to_float(parts.scale));
  const float per_offset = inverse_or_zero(half_to_float(parts.low));
  for (int part = 0; part < count; ++part) {
    const AffineFit& fit = fits[static_cast<std::size_t>(part)];
    parts.step[part] = nearest_code(fit.step * per_step, 0, limit);
    parts.offset[part] = nearest_code(fit.low * per_offset, 0, limit);
  }
  return parts;
}

/// Steps and offsets of eight parts, six bits each: the first four in the low bits of eight bytes,
/// the others half in the last four bytes and two bits each on top of the first eight.
struct SixBitPairs {
  std::uint8_t bytes[12];

  int step(int part) const {
    if (part < 4) return bytes[part] & 63;
    return (bytes[part + 4] & 15) | (bytes[part - 4] >> 6 << 4);
  }

  int offset(int part) const {
    if (part < 4) return bytes[part + 4] & 63;
    return (bytes[part + 4] >> 4) | (bytes[part] >> 6 << 4);
  }

  void put_pair(int part, int step, int offset) {
    if (part < 4) {
      put_bits(bytes[part], step, 0);
      put_bits(bytes[part + 4], offset, 0);
      return;
    }
    put_bits(bytes[part + 4], (step & 15) | ((offset & 15) << 4), 0);
    put_bits(bytes[part - 4], step >> 4, 6);
    put_bits(bytes[part], offset >> 4, 6);
  }
};

}  // namespace tern
