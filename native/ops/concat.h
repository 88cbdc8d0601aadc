#pragma once

#include "core/graph.h"
#include "core/ops/concat.h"

namespace tern {

/// `b` behind `a` along dimension `dim`; all other dimensions and the type must be equal.
Tensor* concat_tensors(Graph& graph, Tensor* a, Tensor* b, int dim);

}  // namespace tern
