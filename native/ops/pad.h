#pragma once

#include "core/graph.h"
#include "core/ops/pad.h"

namespace tern {

/// `x` (F32) with elements added before and after in each dimension; see core/ops/pad.h.
Tensor* pad(Graph& graph, Tensor* x, const PadParams& params);

/// Rows of `x` (F32 [n, …]) made longer by mirroring: before and after are less than n.
Tensor* pad_reflect_1d(Graph& graph, Tensor* x, int before, int after);

/// `x` (F32) with its elements moved by `shift` in each dimension; those that leave come back at
/// the other end.
Tensor* roll(Graph& graph, Tensor* x, const std::array<std::int32_t, max_dims>& shift);

}  // namespace tern
