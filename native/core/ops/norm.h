#pragma once

#include <cstdint>

#include "core/op.h"

namespace tern {

/// source[0]: F32. None has a learned weight. They work on each row by itself, group_norm on the
/// elements of a group of matrices together.
inline constexpr OpInfo layer_norm_op{"norm"};
inline constexpr OpInfo rms_norm_op{"rms_norm"};
inline constexpr OpInfo l2_norm_op{"l2_norm"};
inline constexpr OpInfo group_norm_op{"group_norm"};

struct NormParams {
  float epsilon = 0.0f;
  std::int32_t groups = 1;  ///< of group_norm only
};

}  // namespace tern
