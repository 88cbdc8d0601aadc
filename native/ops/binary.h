#pragma once

#include "core/graph.h"
#include "core/ops/binary.h"

namespace tern {

/// Element by element, both F32. `b` is repeated in every dimension in which it is smaller; each
/// of its dimensions must divide that of `a`.
Tensor* add(Graph& graph, Tensor* a, Tensor* b);
Tensor* sub(Graph& graph, Tensor* a, Tensor* b);
Tensor* mul(Graph& graph, Tensor* a, Tensor* b);
Tensor* div(Graph& graph, Tensor* a, Tensor* b);

}  // namespace tern
