#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32. Both work on each row by itself, without a learned weight.
inline constexpr OpInfo layer_norm_op{"norm"};
inline constexpr OpInfo rms_norm_op{"rms_norm"};

struct NormParams {
  float epsilon = 0.0f;
};

}  // namespace tern
