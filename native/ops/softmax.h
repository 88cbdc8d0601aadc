#pragma once

#include "core/graph.h"
#include "core/ops/softmax.h"

namespace tern {

/// softmax(x * scale + mask), row by row. `mask` (F32, may be null) has the row length of `x`, at
/// least as many rows, and higher dimensions that divide those of `x`.
Tensor* softmax(Graph& graph, Tensor* x, Tensor* mask, float scale);

/// The same with ALiBi (mask required) and `sinks` (F32 [heads], may be null), where the heads are
/// dimension 2 of `x`; see core/ops/softmax.h.
Tensor* softmax(Graph& graph, Tensor* x, Tensor* mask, Tensor* sinks, const SoftmaxParams& params);

}  // namespace tern
