#pragma once

#include <array>
#include <cstdint>

#include "core/op.h"

namespace tern {

/// source[0]: F32. Result: larger, by zeros or by going round.
inline constexpr OpInfo pad_op{"pad"};
/// source[0]: F32. Result: rows longer on both ends by what lies next to the ends, mirrored.
inline constexpr OpInfo pad_reflect_1d_op{"pad_reflect_1d"};
/// source[0]: F32. Result: element i is element i - shift, going round, in every dimension.
inline constexpr OpInfo roll_op{"roll"};

struct PadParams {
  std::array<std::int32_t, 4> before{};  ///< elements added at the start, by dimension
  std::array<std::int32_t, 4> after{};
  std::int32_t circular = 0;  ///< 1: go round; 0: zeros
};

struct PadReflectParams {
  std::int32_t before = 0;
  std::int32_t after = 0;
};

struct RollParams {
  std::array<std::int32_t, 4> shift{};
};

}  // namespace tern
