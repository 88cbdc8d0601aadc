#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32 or F16 [width, 2 n - 1], a row per distance. Result: the same type, [width, n
/// (keys), n (queries)].
inline constexpr OpInfo relative_positions_op{"relative_positions"};

/// Sources, all F32: x [columns * rows, queries, heads]; across [columns, queries, heads]; down
/// [rows, queries, heads]. Result: like x.
inline constexpr OpInfo add_relative_positions_op{"add_relative_positions"};

}  // namespace tern
