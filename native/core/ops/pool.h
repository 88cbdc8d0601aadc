#pragma once

#include <array>
#include <cstdint>

#include "core/op.h"

namespace tern {

/// source[0]: F32 or F16 [width, height, …]. Result: F32 [places, places, …].
inline constexpr OpInfo pool_op{"pool"};

/// source[0]: F32 gradient of the result of pool; source[1]: F32 or F16 source of pool. Result: F32
/// gradient of the source. Parameters: PoolParams.
inline constexpr OpInfo pool_back_op{"pool_back"};

enum class PoolMode : std::int32_t { maximum, average };

/// Per direction: width, height.
struct PoolParams {
  PoolMode mode = PoolMode::maximum;
  std::array<std::int32_t, 2> size{1, 1};
  std::array<std::int32_t, 2> stride{1, 1};
  std::array<std::int32_t, 2> padding{0, 0};
  bool counts_padding = true;  ///< averages divide by the whole size, not by what lies inside
};

}  // namespace tern
