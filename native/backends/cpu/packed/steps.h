#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tern {

/// Whole numbers by which the 8 or 16 parts of a block multiply its scale, which is a half.
struct Steps {
  std::uint16_t scale;
  std::array<std::uint8_t, 16> of;
};

Steps steps_of_iq1_s(const std::byte* block);
Steps steps_of_iq1_m(const std::byte* block);
Steps steps_of_iq2_xxs(const std::byte* block);
Steps steps_of_iq2_xs(const std::byte* block);
Steps steps_of_iq2_s(const std::byte* block);
Steps steps_of_iq3_xxs(const std::byte* block);
Steps steps_of_iq3_s(const std::byte* block);

}  // namespace tern
