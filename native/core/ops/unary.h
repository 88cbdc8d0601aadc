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
inline constexpr OpInfo elu_op{"elu"};            ///< x, and exp(x) - 1 below 0
inline constexpr OpInfo relu_sqr_op{"relu_sqr"};  ///< the square of relu
inline constexpr OpInfo hardsigmoid_op{"hardsigmoid"};
inline constexpr OpInfo hardswish_op{"hardswish"};
inline constexpr OpInfo softplus_op{"softplus"};  ///< log(1 + exp(x))
inline constexpr OpInfo sqr_op{"sqr"};
inline constexpr OpInfo sqrt_op{"sqrt"};
inline constexpr OpInfo exp_op{"exp"};
inline constexpr OpInfo expm1_op{"expm1"};
inline constexpr OpInfo log_op{"log"};
inline constexpr OpInfo sin_op{"sin"};
inline constexpr OpInfo cos_op{"cos"};
inline constexpr OpInfo neg_op{"neg"};
inline constexpr OpInfo abs_op{"abs"};
inline constexpr OpInfo step_op{"step"};  ///< 1 above 0, else 0
inline constexpr OpInfo sgn_op{"sgn"};    ///< -1, 0 or 1
inline constexpr OpInfo floor_op{"floor"};
inline constexpr OpInfo ceil_op{"ceil"};
inline constexpr OpInfo round_op{"round"};  ///< halves away from zero
inline constexpr OpInfo trunc_op{"trunc"};

}  // namespace tern
