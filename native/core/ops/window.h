#pragma once

#include <cstdint>

#include "core/op.h"

namespace tern {

/// source[0]: F32 [width, columns, rows]. Result: F32 [width, size, size, windows], row by row.
inline constexpr OpInfo window_part_op{"window_part"};

/// source[0]: F32 [width, size, size, windows]. Result: F32 [width, columns, rows].
inline constexpr OpInfo window_join_op{"window_join"};

struct WindowParams {
  std::int32_t size = 1;
};

}  // namespace tern
