#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32 rows; source[1]: I32 row numbers, shared by the higher dimensions that they lack.
/// The result is the tensor written into.
inline constexpr OpInfo set_rows_op{"set_rows"};

}  // namespace tern
