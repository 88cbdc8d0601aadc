#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: [k, m, …] of any float type; source[1]: F32 [k, n, …]. Result F32 [m, n, …].
inline constexpr OpInfo matmul_op{"matmul"};

}  // namespace tern
