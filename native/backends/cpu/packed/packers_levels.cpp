#include <cmath>
#include <cstring>

#include "backends/cpu/packed/packers.h"
#include "backends/cpu/packed/steps.h"
#include "backends/cpu/simd/levels.h"
#include "core/half.h"
#include "tern/type.h"

namespace tern {
namespace packed_packers_levels {

constexpr std::size_t block = 256;

/// By level: its number in the set.
using Numbers = std::array<std::uint8_t, 256>;

constexpr Numbers numbers_of(const LevelSet& set) {
  Numbers numbers{};
  for (int i = 0; i < set.count; ++i)
    numbers[static_cast<std::uint8_t>(set.codes[i] - set.offset)] = static_cast<std::uint8_t>(i);
  return numbers;
}

/// The nearest whole number, which a level is but for rounding; 0 for what is none.
int nearest(float x) {
  return std::fabs(x) < 128.0f ? static_cast<int>(x + std::copysign(0.5f, x)) : 0;
}

/// Finds the numbers of levels again in what a block decodes to.
void find_codes(Type type, const LevelSet& set, const Numbers& numbers, const std::byte* row,
                const Steps& steps, std::size_t part, std::uint8_t* codes) {
  float values[block];
  traits(type).to_float(row, values, block);
  const float unit = half_to_float(steps.scale) * set.factor;
  for (std::size_t first = 0; first < block; first += part) {
    const float step = unit * static_cast<float>(steps.of[first / part]);
    const float inverse = step == 0.0f ? 0.0f : 1.0f / step;
    for (std::size_t i = first; i < first + part; ++i)
      codes[i] = numbers[static_cast<std::uint8_t>(nearest(values[i] * inverse))];
  }
}

std::byte* put_codes(const BandCodes& codes, int bits, std::byte* target) {
  for (std::size_t first = 0; bits == 4 && first < block; first += 32)
    target = put_nibbles(codes, first, 32, target);
  for (std::size_t first = 0; bits < 4 && first < block; first += 16)
    target = put_bits_above(codes, first, 0, 2, target);
  for (std::size_t first = 0; bits == 3 && first < block; first += 32)
    target = put_bits_above(codes, first, 2, 1, target);
  return target;
}

/// A block of sixteen rows: scales, steps of the parts, codes.
template <Type type, const LevelSet& set, std::size_t part, int bits,
          Steps (*read_steps)(const std::byte*)>
void pack_stepped(const std::byte* const* rows, std::byte* target) {
  static constexpr Numbers numbers = numbers_of(set);
  constexpr std::size_t parts = block / part;
  BandCodes codes;
  for (std::size_t row = 0; row < rows_of_band; ++row) {
    const Steps steps = read_steps(rows[row]);
    find_codes(type, set, numbers, rows[row], steps, part, codes[row].data());
    std::memcpy(target + 2 * row, &steps.scale, 2);
    for (std::size_t i = 0; i < parts; ++i)
      target[(2 + i) * rows_of_band + row] = static_cast<std::byte>(steps.of[i]);
  }
  put_codes(codes, bits, target + (2 + parts) * rows_of_band);
}

/// Scales, which stand at `scale_at`, and codes.
template <Type type, std::size_t scale_at>
void pack_ternary(const std::byte* const* rows, std::byte* target) {
  static constexpr Numbers numbers = numbers_of(ternary_set);
  BandCodes codes;
  for (std::size_t row = 0; row < rows_of_band; ++row) {
    Steps steps{0, {1}};
    std::memcpy(&steps.scale, rows[row] + scale_at, sizeof steps.scale);
    find_codes(type, ternary_set, numbers, rows[row], steps, block, codes[row].data());
  }
  put_codes(codes, 2, interleave(rows, scale_at, 2, 1, target));
}

}  // namespace packed_packers_levels

void pack_iq1_s(const std::byte* const* rows, std::byte* target) {
  using namespace packed_packers_levels;
  pack_stepped<Type::iq1_s, iq1_set, 32, 3, steps_of_iq1_s>(rows, target);
}

void pack_iq1_m(const std::byte* const* rows, std::byte* target) {
  using namespace packed_packers_levels;
  pack_stepped<Type::iq1_m, iq1_set, 16, 3, steps_of_iq1_m>(rows, target);
}

void pack_iq2_xxs(const std::byte* const* rows, std::byte* target) {
  using namespace packed_packers_levels;
  pack_stepped<Type::iq2_xxs, iq2_set, 32, 3, steps_of_iq2_xxs>(rows, target);
}

void pack_iq2_xs(const std::byte* const* rows, std::byte* target) {
  using namespace packed_packers_levels;
  pack_stepped<Type::iq2_xs, iq2_set, 16, 3, steps_of_iq2_xs>(rows, target);
}

void pack_iq2_s(const std::byte* const* rows, std::byte* target) {
  using namespace packed_packers_levels;
  pack_stepped<Type::iq2_s, iq2_set, 16, 3, steps_of_iq2_s>(rows, target);
}

void pack_iq3_xxs(const std::byte* const* rows, std::byte* target) {
  using namespace packed_packers_levels;
  pack_stepped<Type::iq3_xxs, iq3_xxs_set, 32, 4, steps_of_iq3_xxs>(rows, target);
}

void pack_iq3_s(const std::byte* const* rows, std::byte* target) {
  using namespace packed_packers_levels;
  pack_stepped<Type::iq3_s, iq3_s_set, 32, 4, steps_of_iq3_s>(rows, target);
}

void pack_tq1_0(const std::byte* const* rows, std::byte* target) {
  packed_packers_levels::pack_ternary<Type::tq1_0, 52>(rows, target);
}

void pack_tq2_0(const std::byte* const* rows, std::byte* target) {
  packed_packers_levels::pack_ternary<Type::tq2_0, 64>(rows, target);
}

}  // namespace tern
