#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: table [n, m, x, y], any type with floats or I32; source[1]: I32 row numbers
/// [k, x, y]. Result [n, k, x, y]: I32 of a table of I32, else F32.
inline constexpr OpInfo get_rows_op{"get_rows"};

}  // namespace tern
