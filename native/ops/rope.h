#pragma once

#include "core/graph.h"
#include "core/ops/rope.h"

namespace tern {

/// Turns pairs of elements of each head of `x` (F32 [head size, heads, tokens]) by an angle that
/// grows with the position of the token (I32 [tokens]). `frequency_divisors` (F32 [dims / 2]) may
/// be null. Elements outside params.offset … params.offset + params.dims are copied. With sections,
/// there are four positions of each token (I32 [4 * tokens]): all of the first kind come first.
Tensor* rope(Graph& graph, Tensor* x, Tensor* positions, Tensor* frequency_divisors,
             const RopeParams& params);

/// The gradient of rope for the gradient `x` of its result.
Tensor* rope_back(Graph& graph, Tensor* x, Tensor* positions, Tensor* frequency_divisors,
                  const RopeParams& params);

}  // namespace tern
