#pragma once

#include <cstdint>

#include "core/op.h"

namespace tern {

/// Sources, all F32: q and k [keys, key heads, tokens, sequences]; v [values, heads, tokens,
/// sequences]; gate [1 or keys, heads, tokens, sequences]; beta [1, heads, tokens, sequences];
/// states [keys, values, heads, sequences]. Result: outputs like v, then states [keys, values,
/// heads, sequences * snapshots], the newest snapshot of all sequences first.
inline constexpr OpInfo gated_delta_net_op{"gated_delta_net"};

struct GatedDeltaNetParams {
  std::int32_t snapshots = 1;
};

}  // namespace tern
