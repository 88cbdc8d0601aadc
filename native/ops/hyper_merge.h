#pragma once

#include "core/graph.h"
#include "core/ops/hyper_merge.h"

namespace tern {

/// Hyper-connections: the sum over the streams of `x` [width, streams, tokens], each times its
/// weight, [streams, tokens]. Gives F32 [width, tokens].
Tensor* hyper_merge(Graph& graph, Tensor* x, Tensor* weights);

/// The same with weights sigmoid(gate) for each element, and the sum times `scale`; `gates` has the
/// shape of `x`.
Tensor* hyper_merge_gated(Graph& graph, Tensor* x, Tensor* gates, float scale);

}  // namespace tern
