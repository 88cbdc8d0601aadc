#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32. Result: source * factor + bias.
inline constexpr OpInfo scale_op{"scale"};

struct ScaleParams {
  float factor = 1.0f;
  float bias = 0.0f;
};

}  // namespace tern
