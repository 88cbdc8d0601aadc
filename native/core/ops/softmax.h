#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32; source[1] (optional): F32 mask, added after scaling, shared by the dimensions
/// that it lacks. A row in which everything is masked becomes zeros.
inline constexpr OpInfo softmax_op{"softmax"};

struct SoftmaxParams {
  float scale = 1.0f;
};

}  // namespace tern
