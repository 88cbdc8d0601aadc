#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32 [m, k, …]; source[1]: F32 [n, k, …]. Result F32 [m, n, …]: the sum over k of the
/// products of all elements of a row of source[0] with all of a row of source[1].
inline constexpr OpInfo out_prod_op{"out_prod"};

}  // namespace tern
