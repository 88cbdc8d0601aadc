#pragma once

#include "core/graph.h"
#include "core/ops/matmul_id.h"

namespace tern {

/// Multiplies column (slot, token) of `b` (F32 [k, slots, tokens]) by the matrix of `experts`
/// ([k, m, n], any float type) that `ids` (I32 [slots, tokens]) names: F32 [m, slots, tokens].
/// If `b` has fewer columns per token than there are slots, they go round. A number outside
/// 0 … n - 1 is found only when computing and gives zeros.
Tensor* matmul_id(Graph& graph, Tensor* experts, Tensor* b, Tensor* ids);

}  // namespace tern
