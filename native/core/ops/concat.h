#pragma once

#include <cstdint>

#include "core/op.h"

namespace tern {

/// source[0], source[1]: same type, same shape but for one dimension. Result: one after the other.
inline constexpr OpInfo concat_op{"concat"};

struct ConcatParams {
  std::int32_t dim = 0;
};

}  // namespace tern
