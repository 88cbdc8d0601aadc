#pragma once

#include <cstdint>

#include "core/op.h"

namespace tern {

/// Sources, F32 but the last: states [state, size, heads, slots]; x [size, heads, tokens,
/// sequences]; step sizes [heads, tokens, sequences]; decay [state or 1, heads]; b and c [state,
/// groups, tokens, sequences]; I32 slots [sequences]. Result: outputs [size, heads, tokens,
/// sequences], then states [state, size, heads, sequences * snapshots].
inline constexpr OpInfo ssm_scan_op{"ssm_scan"};

struct SsmScanParams {
  std::int32_t snapshots = 1;
};

}  // namespace tern
