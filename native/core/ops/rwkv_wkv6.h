#pragma once

#include "core/op.h"

namespace tern {

/// Sources, all F32: k, v, r and decay [size, heads, tokens, sequences]; first [size, heads];
/// states [size (values), size (keys), heads, sequences]. Result: outputs like v, then the new
/// states.
inline constexpr OpInfo rwkv_wkv6_op{"rwkv_wkv6"};

}  // namespace tern
