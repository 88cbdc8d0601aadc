#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: any layout; the result is contiguous and may have another type.
inline constexpr OpInfo cont_op{"cont"};
/// source[0]: any layout; the result is the tensor written into.
inline constexpr OpInfo copy_op{"copy"};

}  // namespace tern
