#pragma once

#include <array>
#include <cstdint>

namespace tern {

/// The values that a code stands for: one per element of a group.
template <std::size_t points, std::size_t elements>
using Grid = std::array<std::array<std::int8_t, elements>, points>;

/// Some formats give a group of elements only some of all combinations of levels; a code is the
/// number of one of them. They are kept as a set: bit n stands for the combination whose levels are
/// the digits of n, the first element lowest. Codes count the bits that are set.
template <std::size_t points, std::size_t elements, std::size_t levels, std::size_t words>
constexpr Grid<points, elements> expand_grid(const std::array<std::uint64_t, words>& set,
                                             const std::array<std::int8_t, levels>& values) {
  Grid<points, elements> grid{};
  std::size_t code = 0;
  for (std::size_t n = 0; n < words * 64; ++n) {
    if (((set[n / 64] >> (n % 64)) & 1) == 0) continue;
    std::size_t rest = n;
    for (std::int8_t& value : grid[code]) {
      value = values[rest % levels];
      rest /= levels;
    }
    ++code;
  }
  return grid;
}

/// Seven signs are stored; the eighth makes the number of minus signs even.
constexpr int eight_signs(std::uint32_t seven) {
  const std::uint32_t folded = seven ^ (seven >> 4);
  const std::uint32_t parity = (0x6996u >> (folded & 15)) & 1;
  return static_cast<int>(seven | (parity << 7));
}

/// scale * value, negated where a bit of `signs` is set.
template <std::size_t elements>
void write_signed(const std::array<std::int8_t, elements>& values, float scale, int signs,
                  float* target) {
  for (std::size_t i = 0; i < elements; ++i) {
    const float value = scale * static_cast<float>(values[i]);
    target[i] = ((signs >> i) & 1) != 0 ? -value : value;
  }
}

}  // namespace tern
