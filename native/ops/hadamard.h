#pragma once

#include "core/graph.h"
#include "core/ops/hadamard.h"

namespace tern {

/// Each row of `x` times the orthonormal Walsh-Hadamard matrix; rows have a power of two of
/// elements. It is its own inverse.
Tensor* hadamard(Graph& graph, Tensor* x);

}  // namespace tern
