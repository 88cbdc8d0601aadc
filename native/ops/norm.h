#pragma once

#include "core/graph.h"
#include "core/ops/norm.h"

namespace tern {

/// (x - mean) / sqrt(variance + epsilon), row by row.
Tensor* layer_norm(Graph& graph, Tensor* x, float epsilon);

/// x / sqrt(mean of squares + epsilon), row by row.
Tensor* rms_norm(Graph& graph, Tensor* x, float epsilon);

/// x / max(length of the row, epsilon), row by row.
Tensor* l2_norm(Graph& graph, Tensor* x, float epsilon);

/// (x - mean) / sqrt(variance + epsilon), over all elements of a group. The matrices of x
/// ([n, m, channels, batch]) are taken in `groups` groups of equally many; if channels is no
/// multiple, the last groups are smaller or empty.
Tensor* group_norm(Graph& graph, Tensor* x, int groups, float epsilon);

}  // namespace tern
