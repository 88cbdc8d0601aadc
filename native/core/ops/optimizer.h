#pragma once

#include "core/op.h"

namespace tern {

/// Steps of training. The result is the tensor of weights (F32), which is changed.
///
/// source[0]: F32 gradient of its shape; source[1], source[2]: F32 moments, changed too;
/// source[3]: F32 [7]: rate, beta1, beta2, epsilon, decay, 1 / (1 - beta1^t), 1 / (1 - beta2^t).
inline constexpr OpInfo opt_step_adamw_op{"opt_step_adamw"};
/// source[0]: F32 gradient; source[1]: F32 [2]: rate, decay.
inline constexpr OpInfo opt_step_sgd_op{"opt_step_sgd"};

}  // namespace tern
