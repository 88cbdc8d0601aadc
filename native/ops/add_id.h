#pragma once

#include "core/graph.h"
#include "core/ops/add_id.h"

namespace tern {

/// Adds row ids[slot, token] of `bias` (F32 [n, experts]) to row (slot, token) of `x`
/// (F32 [n, slots, tokens]). A number outside the bias adds nothing.
Tensor* add_id(Graph& graph, Tensor* x, Tensor* bias, Tensor* ids);

}  // namespace tern
