#pragma once

#include <cmath>
#include <cstdint>

namespace tern {

/// ALiBi as kernels take it; backends/common/alibi.h has it with the powers.
template <class Args>
void set_slopes(Args& args, float max_bias, std::int64_t heads) {
  std::int64_t regular = 1;
  while (regular * 2 <= heads) regular *= 2;
  const float step = max_bias / static_cast<float>(regular);
  args.heads_with_base = static_cast<std::int32_t>(regular);
  args.slope_base = std::exp2(-step);
  args.slope_base_rest = std::exp2(-step / 2);
}

}  // namespace tern
