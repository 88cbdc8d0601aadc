#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32. Element by element.
inline constexpr OpInfo relu_op{"relu"};
inline constexpr OpInfo sigmoid_op{"sigmoid"};
inline constexpr OpInfo silu_op{"silu"};
inline constexpr OpInfo tanh_op{"tanh"};
inline constexpr OpInfo gelu_op{"gelu"};          ///< by tanh, as GPT-2 was trained
inline constexpr OpInfo gelu_erf_op{"gelu_erf"};  ///< exact
inline constexpr OpInfo gelu_quick_op{"gelu_quick"};

}  // namespace tern
