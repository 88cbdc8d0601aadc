#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: [k, m, experts] of any float type; source[1]: F32 [k, slots or 1, tokens];
/// source[2]: I32 [slots, tokens], the expert of each slot. Result F32 [m, slots, tokens].
inline constexpr OpInfo matmul_id_op{"matmul_id"};

}  // namespace tern
