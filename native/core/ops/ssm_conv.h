#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32 [window - 1 + tokens, channels, sequences]; source[1]: F32 [window, channels].
/// Result: F32 [channels, tokens, sequences].
inline constexpr OpInfo ssm_conv_op{"ssm_conv"};

}  // namespace tern
