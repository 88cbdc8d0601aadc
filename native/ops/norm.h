#pragma once

#include "core/graph.h"
#include "core/ops/norm.h"

namespace tern {

/// (x - mean) / sqrt(variance + epsilon), row by row.
Tensor* layer_norm(Graph& graph, Tensor* x, float epsilon);

/// x / sqrt(mean of squares + epsilon), row by row.
Tensor* rms_norm(Graph& graph, Tensor* x, float epsilon);

}  // namespace tern
