#pragma once

#include <array>
#include <cstdint>

#include "core/op.h"

namespace tern {

/// source[0]: F32 [head size, heads, tokens]; source[1]: I32 positions [tokens], with sections
/// [4 * tokens]: all of the first kind, then all of the second …; source[2] (optional): F32
/// divisors of the frequencies, one for each pair.
inline constexpr OpInfo rope_op{"rope"};
/// The gradient of rope: turns the other way round. Sources and parameters as those of rope.
inline constexpr OpInfo rope_back_op{"rope_back"};

/// Which two elements of a head turn together.
enum class RopeMode : std::int32_t {
  normal,  ///< 2i and 2i + 1
  neox,    ///< i and i + dims / 2
  // With sections: which of four positions of a token turns a pair. Pairs as neox, but for vision.
  mrope,              ///< one section after the other
  interleaved_mrope,  ///< the first three take turns
  vision,  ///< i and i + dims, where dims is half the head; frequencies start anew in each section
};

inline bool has_sections(RopeMode mode) { return mode >= RopeMode::mrope; }

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
  std::array<std::int32_t, 4> sections{};  ///< pairs that each kind of position turns
  std::int32_t offset = 0;                 ///< the first element of a head that is turned
};

}  // namespace tern
