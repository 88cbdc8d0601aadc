#pragma once

#include "core/graph.h"
#include "core/ops/hyper_weights.h"

namespace tern {

/// Hyper-connections: how the streams of a residual are mixed, for each token a matrix whose rows
/// and columns sum to 1. `mixes` [(2 + n) n, tokens] and `base` [(2 + n) n] have it behind their
/// first 2 n elements; it is mixes * scale[2] + base, of which a softmax is taken over the streams
/// that are written to, then `epsilon` added, then columns and rows divided by their sums in turn
/// (`iterations` times columns, rows in between). Gives F32 [n (to), n (from), tokens].
Tensor* hyper_weights(Graph& graph, Tensor* mixes, Tensor* scale, Tensor* base,
                      const HyperWeightsParams& params);

}  // namespace tern
