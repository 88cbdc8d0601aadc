#pragma once

#include "core/graph.h"
#include "core/ops/fill.h"

namespace tern {

/// F32 of this shape, each element `value`.
Tensor* fill(Graph& graph, const Shape& shape, float value);

/// F32 [n]: start, start + step, … as long as they lie before stop.
Tensor* arange(Graph& graph, float start, float stop, float step);

}  // namespace tern
