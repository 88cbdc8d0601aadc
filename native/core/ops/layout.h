#pragma once

#include "core/op.h"

namespace tern {

/// Other views of source[0]; nothing is computed.
inline constexpr OpInfo view_op{"view", true};
inline constexpr OpInfo reshape_op{"reshape", true};
inline constexpr OpInfo permute_op{"permute", true};

}  // namespace tern
