#include "tests/fuzz/support/decisions.h"

#include <array>
#include <limits>

namespace tern {

std::int64_t Decisions::integer() {
  using Limits32 = std::numeric_limits<std::int32_t>;
  using Limits64 = std::numeric_limits<std::int64_t>;
  constexpr std::array<std::int64_t, 16> special{32,
                                                 64,
                                                 128,
                                                 256,
                                                 512,
                                                 576,
                                                 -1,
                                                 -7,
                                                 65536,
                                                 1LL << 31,
                                                 1LL << 33,
                                                 1LL << 62,
                                                 -65536,
                                                 Limits32::min(),
                                                 Limits32::max(),
                                                 Limits64::min()};
  const std::uint8_t choice = byte();
  return choice < 240 ? choice % 20 : special[choice - 240u];
}

float Decisions::number() {
  using Limits = std::numeric_limits<float>;
  constexpr std::array<float, 8> special{
      0.0f, -1.0f, 1e-6f, 1e30f, -1e30f, Limits::max(), Limits::infinity(), Limits::quiet_NaN()};
  const std::uint8_t choice = byte();
  return choice < 248 ? static_cast<float>(choice - 64) / 16.0f : special[choice - 248u];
}

}  // namespace tern
