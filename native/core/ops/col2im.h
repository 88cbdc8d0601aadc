#pragma once

#include <cstdint>

#include "core/op.h"

namespace tern {

/// source[0]: F32, F16 or BF16 [size * outputs, columns]. Result: F32 [length, outputs].
inline constexpr OpInfo col2im_op{"col2im"};

struct Col2imParams {
  std::int32_t stride = 1;
  std::int32_t padding = 0;  ///< elements dropped at both ends
};

}  // namespace tern
