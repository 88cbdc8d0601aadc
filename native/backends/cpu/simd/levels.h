#pragma once

#include <cstddef>
#include <cstdint>

// As kernels.h: no inline functions. These are tables that packers and kernels share.

namespace tern {

/// What the codes of a packing stand for: (code - offset) * factor, times scales. In ascending
/// order but for tiny floats.
struct LevelSet {
  std::uint8_t codes[16];
  std::int32_t count;
  std::int32_t offset;
  float factor;
};

/// IQ4_NL and IQ4_XS.
inline constexpr LevelSet uneven_set{
    {1, 24, 45, 63, 79, 93, 106, 118, 129, 141, 153, 166, 181, 197, 217, 241}, 16, 128, 1.0f};
/// Eighths: -1, 0 and 1, each with an eighth more or less.
inline constexpr LevelSet iq1_set{{0, 2, 8, 10, 16, 18}, 6, 9, 0.125f};
/// 8, 25 and 43 with a sign.
inline constexpr LevelSet iq2_set{{0, 18, 35, 51, 68, 86}, 6, 43, 0.125f};
inline constexpr LevelSet iq3_xxs_set{
    {0, 10, 18, 26, 34, 42, 50, 58, 66, 74, 82, 90, 98, 106, 114, 124}, 16, 62, 0.25f};
/// Odd numbers.
inline constexpr LevelSet iq3_s_set{
    {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30}, 16, 15, 1.0f};
/// TQ1_0 and TQ2_0, whose codes have room for one more.
inline constexpr LevelSet ternary_set{{0, 1, 2, 3}, 4, 1, 1.0f};
/// Twice the floats of four bits.
inline constexpr LevelSet tiny_set{
    {12, 13, 14, 15, 16, 18, 20, 24, 12, 11, 10, 9, 8, 6, 4, 0}, 16, 12, 1.0f};

}  // namespace tern
