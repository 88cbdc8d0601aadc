#include "backends/cpu/packed/steps.h"

#include <cstring>

#include "core/blocks.h"

namespace tern {
namespace packed_steps {

template <class Number>
Number read(const std::byte* from) {
  Number number;
  std::memcpy(&number, from, sizeof number);
  return number;
}

std::uint8_t odd(unsigned code) { return static_cast<std::uint8_t>(2 * code + 1); }

/// For scales at the start of blocks: calls code(part) for each part.
template <class Code>
Steps odd_steps(const std::byte* bytes, int parts, const Code& code) {
  Steps steps{read<std::uint16_t>(bytes), {}};
  for (int part = 0; part < parts; ++part)
    steps.of[static_cast<std::size_t>(part)] = odd(static_cast<unsigned>(code(part)));
  return steps;
}

int field(const std::byte* from, int i) {
  return bit_field(reinterpret_cast<const std::uint8_t*>(from), i, 4);
}

}  // namespace packed_steps

Steps steps_of_iq1_s(const std::byte* bytes) {
  return packed_steps::odd_steps(bytes, 8, [&](int part) {
    return packed_steps::read<std::uint16_t>(bytes + 34 + 2 * part) >> 12 & 7;
  });
}

Steps steps_of_iq1_m(const std::byte* bytes) {
  const auto word = [&](int i) { return packed_steps::read<std::uint16_t>(bytes + 48 + 2 * i); };
  Steps steps = packed_steps::odd_steps(
      bytes, 16, [&](int part) { return word(part / 4) >> part % 4 * 3 & 7; });
  int scale = 0;
  for (int i = 0; i < 4; ++i) scale |= word(i) >> 12 << (4 * i);
  steps.scale = static_cast<std::uint16_t>(scale);
  return steps;
}

Steps steps_of_iq2_xxs(const std::byte* bytes) {
  return packed_steps::odd_steps(bytes, 8, [&](int part) {
    return packed_steps::read<std::uint32_t>(bytes + 6 + 8 * part) >> 28;
  });
}

Steps steps_of_iq2_xs(const std::byte* bytes) {
  return packed_steps::odd_steps(bytes, 16,
                                 [&](int part) { return packed_steps::field(bytes + 66, part); });
}

Steps steps_of_iq2_s(const std::byte* bytes) {
  return packed_steps::odd_steps(bytes, 16,
                                 [&](int part) { return packed_steps::field(bytes + 74, part); });
}

Steps steps_of_iq3_xxs(const std::byte* bytes) {
  return packed_steps::odd_steps(bytes, 8, [&](int part) {
    return packed_steps::read<std::uint32_t>(bytes + 66 + 4 * part) >> 28;
  });
}

Steps steps_of_iq3_s(const std::byte* bytes) {
  return packed_steps::odd_steps(bytes, 8,
                                 [&](int part) { return packed_steps::field(bytes + 106, part); });
}

}  // namespace tern
