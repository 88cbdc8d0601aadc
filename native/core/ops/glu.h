#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32 gate; source[1]: F32 value of the same shape. Result: activation(gate) * value.
inline constexpr OpInfo reglu_op{"reglu"};
inline constexpr OpInfo geglu_op{"geglu"};
inline constexpr OpInfo swiglu_op{"swiglu"};

}  // namespace tern
