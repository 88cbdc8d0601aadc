#pragma once

#include "core/op.h"

namespace tern {

/// Sources, all F32: r, decay, k, v, a and b [size, heads, tokens, sequences]; states [size (keys),
/// size (values), heads, sequences]. Result: outputs like v, then the new states.
inline constexpr OpInfo rwkv_wkv7_op{"rwkv_wkv7"};

}  // namespace tern
