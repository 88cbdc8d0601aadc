#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32; source[1] (optional): F32 mask, added after scaling, shared by the dimensions
/// that it lacks; source[2] (optional): F32 sinks, one for each matrix of source[0]: a logit that
/// takes its share of the sum and has no place in the result. A row in which everything is masked
/// becomes zeros.
inline constexpr OpInfo softmax_op{"softmax"};

struct SoftmaxParams {
  float scale = 1.0f;
  /// ALiBi: the mask is multiplied by a slope that depends on the head (matrix); 0 turns it off.
  float max_bias = 0.0f;
};

}  // namespace tern
