#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32; source[1]: F32, repeated to the shape of source[0].
inline constexpr OpInfo add_op{"add"};
inline constexpr OpInfo sub_op{"sub"};
inline constexpr OpInfo mul_op{"mul"};
inline constexpr OpInfo div_op{"div"};

}  // namespace tern
