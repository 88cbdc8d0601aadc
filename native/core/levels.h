#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace tern {

using Levels = std::array<float, 16>;

/// What the codes of IQ4_NL and IQ4_XS stand for, in ascending order.
inline constexpr Levels uneven_levels{-127, -104, -83, -65, -49, -35, -22, -10,
                                      1,    13,   25,  38,  53,  69,  89,  113};

/// Twice what a float with one bit for the sign, two for the exponent and one for the mantissa is;
/// there is no minus zero.
inline constexpr Levels tiny_float_levels{0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

/// The number of the level nearest to x; levels ascend.
inline int nearest_level(const Levels& levels, float x) {
  int code = 0;
  for (std::size_t i = 0; i + 1 < levels.size(); ++i)
    code += x > (levels[i] + levels[i + 1]) * 0.5f ? 1 : 0;
  return code;
}

/// The first code for which scale * level is nearest to x.
inline int nearest_tiny_float(float x, float scale) {
  int best = 0;
  float smallest = std::fabs(x);
  for (std::size_t i = 1; i < tiny_float_levels.size(); ++i) {
    const float error = std::fabs(scale * tiny_float_levels[i] - x);
    if (error < smallest) {
      best = static_cast<int>(i);
      smallest = error;
    }
  }
  return best;
}

}  // namespace tern
