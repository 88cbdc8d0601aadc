// The first rows of a table.
#pragma once

#include <algorithm>
#include <vector>

namespace buildprof {

// Sorts so that the `limit` first are right, and drops the rest; 0 keeps all.
template <typename Value, typename Before>
void keep_first(std::vector<Value>& values, std::size_t limit, Before before) {
  if (limit == 0 || limit >= values.size()) {
    std::sort(values.begin(), values.end(), before);
    return;
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(limit);
  std::partial_sort(values.begin(), middle, values.end(), before);
  values.erase(middle, values.end());
}

}  // namespace buildprof
