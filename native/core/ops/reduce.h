#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32. Results have one element for each row, or one for all.
inline constexpr OpInfo sum_op{"sum"};
inline constexpr OpInfo sum_rows_op{"sum_rows"};
inline constexpr OpInfo mean_op{"mean"};

/// source[0]: F32. Result of the same shape: each element the sum of its row up to itself.
inline constexpr OpInfo cumsum_op{"cumsum"};

/// source[0], source[1]: I32 of one shape. Result I32 [1]: how many elements are equal.
inline constexpr OpInfo count_equal_op{"count_equal"};

}  // namespace tern
