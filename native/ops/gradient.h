#pragma once

#include "core/graph.h"
#include "core/ops/gradient.h"

namespace tern {

/// The gradient of `x` for the gradient of silu(x), both F32 of one shape.
Tensor* silu_back(Graph& graph, Tensor* gradient, Tensor* x);

/// The gradient of what softmax was given, for the gradient of its result `y` and its scale.
Tensor* softmax_back(Graph& graph, Tensor* gradient, Tensor* y, float scale);

/// The gradient of `x` for the gradient of rms_norm(x, epsilon).
Tensor* rms_norm_back(Graph& graph, Tensor* gradient, Tensor* x, float epsilon);

/// The gradient of a table of `rows` rows for the gradient (F32 [n, k]) of the rows that `numbers`
/// (I32 [k]) took from it: F32 [n, rows]. Numbers outside the table are skipped.
Tensor* get_rows_back(Graph& graph, Tensor* gradient, Tensor* numbers, std::int64_t rows);

}  // namespace tern
