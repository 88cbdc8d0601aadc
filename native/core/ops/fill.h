#pragma once

#include "core/op.h"

namespace tern {

/// No sources. Result F32: the same value everywhere, or start + step * i.
inline constexpr OpInfo fill_op{"fill"};
inline constexpr OpInfo arange_op{"arange"};

struct FillParams {
  float value = 0.0f;
};

struct ArangeParams {
  float start = 0.0f;
  float step = 1.0f;
};

}  // namespace tern
