#pragma once

#include "core/graph.h"
#include "core/ops/optimizer.h"

namespace tern {

/// One step of AdamW: changes `weights` and both moments (F32 of one shape, moments outside the
/// graph or inputs of it); gives the weights. For `params` see core/ops/optimizer.h.
Tensor* opt_step_adamw(Graph& graph, Tensor* weights, Tensor* gradient, Tensor* first_moment,
                       Tensor* second_moment, Tensor* params);

/// weights * (1 - rate * decay) - rate * gradient, in place.
Tensor* opt_step_sgd(Graph& graph, Tensor* weights, Tensor* gradient, Tensor* params);

}  // namespace tern
