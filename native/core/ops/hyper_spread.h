#pragma once

#include "core/op.h"

namespace tern {

/// Sources, all F32: x [width, tokens]; residual [width, streams, tokens]; gains [streams, tokens];
/// (optional) weights [streams (to), streams (from), tokens]. Result: like the residual.
inline constexpr OpInfo hyper_spread_op{"hyper_spread"};

}  // namespace tern
