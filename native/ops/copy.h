#pragma once

#include "core/graph.h"
#include "core/ops/copy.h"

namespace tern {

/// `x` without gaps, in order of its dimensions, as `type`.
Tensor* cont(Graph& graph, Tensor* x, Type type);
Tensor* cont(Graph& graph, Tensor* x);

/// Writes `x` into `target` (same shape; types may differ) and gives `target` as it is afterwards.
Tensor* copy(Graph& graph, Tensor* x, Tensor* target);

}  // namespace tern
