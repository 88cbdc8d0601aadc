#pragma once

#include <cstdint>

#include "core/op.h"

namespace tern {

/// source[0]: F32 [head size, heads, tokens]; source[1]: I32 positions [tokens];
/// source[2] (optional): F32 divisors of the frequencies [dims / 2].
inline constexpr OpInfo rope_op{"rope"};

/// Which two elements of a head turn together.
enum class RopeMode : std::int32_t {
  normal,  ///< 2i and 2i + 1
  neox,    ///< i and i + dims / 2
};

struct RopeParams {
  RopeMode mode = RopeMode::normal;
  std::int32_t dims = 0;  ///< leading elements of a head that are turned
  float base = 10000.0f;
  float frequency_scale = 1.0f;  ///< 1 / the factor by which the context was stretched
  // YaRN: mixes scaled and unscaled frequencies. extrapolation = 0 turns it off.
  float extrapolation = 0.0f;
  float magnitude = 1.0f;  ///< multiplies the result
  float beta_fast = 32.0f;
  float beta_slow = 1.0f;
  std::int32_t original_context = 0;
};

}  // namespace tern
