#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: rows of F32; the result has its shape.
inline constexpr OpInfo hadamard_op{"hadamard"};

}  // namespace tern
