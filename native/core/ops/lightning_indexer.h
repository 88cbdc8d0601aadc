#pragma once

#include "core/op.h"

namespace tern {

/// Sources: F32 q [size, heads, tokens, sequences]; k [size, 1, cells, sequences], any type with
/// floats; F32 weights [heads, tokens, 1, sequences]; F32 or F16 mask [cells, tokens, 1,
/// sequences], the last repeated. Result: F32 [cells, tokens, 1, sequences].
inline constexpr OpInfo lightning_indexer_op{"lightning_indexer"};

}  // namespace tern
