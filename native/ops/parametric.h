#pragma once

#include "core/graph.h"
#include "core/ops/parametric.h"

namespace tern {

/// `x` (F32) limited to low … high.
Tensor* clamp(Graph& graph, Tensor* x, float low, float high);

/// x, and slope * x below 0.
Tensor* leaky_relu(Graph& graph, Tensor* x, float slope);

/// The activation of Apertus, with its parameters as models store them: alphas before softplus, to
/// the negative one of which beta is added; epsilon limits the argument of the exponential.
Tensor* xielu(Graph& graph, Tensor* x, float alpha_negative, float alpha_positive, float beta,
              float epsilon);

}  // namespace tern
