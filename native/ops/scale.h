#pragma once

#include "core/graph.h"
#include "core/ops/scale.h"

namespace tern {

/// x * factor + bias, F32.
Tensor* scale(Graph& graph, Tensor* x, float factor, float bias = 0.0f);

}  // namespace tern
