#pragma once

#include "core/graph.h"
#include "core/ops/glu.h"

namespace tern {

/// activation(gate) * value with one of the ops of core/ops/glu.h; both F32 of one shape.
Tensor* glu(Graph& graph, const OpInfo& op, Tensor* gate, Tensor* value);

}  // namespace tern
