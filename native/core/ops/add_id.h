#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32 [n, slots, tokens]; source[1]: F32 [n, experts]; source[2]: I32 [slots, tokens].
/// Result: to each row is added that row of source[1] which source[2] names.
inline constexpr OpInfo add_id_op{"add_id"};

}  // namespace tern
