#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32. Element by element, with parameters.
inline constexpr OpInfo clamp_op{"clamp"};
inline constexpr OpInfo leaky_relu_op{"leaky_relu"};
/// Above 0: positive * x² + linear * x; else negative * (exp(min(x, limit)) - 1 - x) + linear * x.
inline constexpr OpInfo xielu_op{"xielu"};

struct ClampParams {
  float low = 0.0f;
  float high = 0.0f;
};

struct LeakyReluParams {
  float slope = 0.0f;  ///< below 0
};

struct XieluParams {
  float negative = 0.0f;
  float positive = 0.0f;
  float linear = 0.0f;
  float limit = 0.0f;
};

}  // namespace tern
