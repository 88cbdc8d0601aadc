#pragma once

#include "core/graph.h"
#include "core/ops/unary.h"

namespace tern {

/// One of the ops of core/ops/unary.h on each element of `x` (F32).
Tensor* unary(Graph& graph, const OpInfo& op, Tensor* x);

}  // namespace tern
