#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32, the gradient of the result of an op; source[1]: F32, what the op was given, or
/// of softmax its result. Result: the gradient of what the op was given.
inline constexpr OpInfo silu_back_op{"silu_back"};
inline constexpr OpInfo softmax_back_op{"softmax_back"};
inline constexpr OpInfo rms_norm_back_op{"rms_norm_back"};
/// source[0]: F32 gradient [n, k]; source[1]: I32 row numbers [k]. Result: the gradient of the
/// table.
inline constexpr OpInfo get_rows_back_op{"get_rows_back"};

struct SoftmaxBackParams {
  float scale = 1.0f;  ///< that of softmax
};

struct RmsNormBackParams {
  float epsilon = 0.0f;  ///< that of rms_norm
};

}  // namespace tern
