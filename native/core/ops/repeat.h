#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: any type without blocks. Result: source[0] again and again in every dimension.
inline constexpr OpInfo repeat_op{"repeat"};
/// source[0]: F32. Result: smaller; each element the sum of those that repeat would make of it.
inline constexpr OpInfo repeat_back_op{"repeat_back"};

}  // namespace tern
