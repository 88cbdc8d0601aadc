#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: table, any type with floats; source[1]: I32 row numbers. Result F32.
inline constexpr OpInfo get_rows_op{"get_rows"};

}  // namespace tern
