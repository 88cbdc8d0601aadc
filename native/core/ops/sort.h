#pragma once

#include <cstdint>

#include "core/op.h"

namespace tern {

/// source[0]: F32. Result I32: for each row, columns in the order of their values. Of equal values
/// the first comes first; NaN counts as less than everything else.
inline constexpr OpInfo argsort_op{"argsort"};
/// Result I32: the first `count` columns of argsort in descending order.
inline constexpr OpInfo top_k_op{"top_k"};
/// Result I32: the column of the largest value of each row.
inline constexpr OpInfo argmax_op{"argmax"};

enum class SortOrder : std::int32_t { ascending, descending };

struct ArgsortParams {
  SortOrder order = SortOrder::ascending;
};

}  // namespace tern
