#pragma once

#include "core/graph.h"
#include "core/ops/hyper_spread.h"

namespace tern {

/// What the end of a layer with hyper-connections works on; all F32.
struct HyperSpread {
  Tensor* x = nullptr;         ///< what the layer gave, [width, tokens]
  Tensor* residual = nullptr;  ///< [width, streams, tokens]
  Tensor* gains = nullptr;     ///< how much of x each stream gets, [streams, tokens]
  Tensor* weights = nullptr;   ///< (optional) [streams (to), streams (from), tokens]; none: each
                               ///< stream keeps what it has
};

/// Each stream as its gain times x and the weighted sum of the streams before; shape of `residual`.
Tensor* hyper_spread(Graph& graph, const HyperSpread& spread);

}  // namespace tern
