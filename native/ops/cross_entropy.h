#pragma once

#include "core/graph.h"
#include "core/ops/cross_entropy.h"

namespace tern {

/// How far softmax(logits) is from `wanted` (both F32 [n, …]), as a mean over rows: F32 [1].
Tensor* cross_entropy_loss(Graph& graph, Tensor* logits, Tensor* wanted);

/// The gradient of the logits for the gradient (F32 [1]) of the loss. Rows of `wanted` add up to 1.
Tensor* cross_entropy_loss_back(Graph& graph, Tensor* gradient, Tensor* logits, Tensor* wanted);

}  // namespace tern
