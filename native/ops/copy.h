#pragma once

#include "core/graph.h"
#include "core/ops/copy.h"

namespace tern {

/// `x` without gaps, in order of its dimensions, as `type`. All types with floats and I32 convert
/// to all types that can be written and to I32, which keeps the whole part of a number.
Tensor* cont(Graph& graph, Tensor* x, Type type);
Tensor* cont(Graph& graph, Tensor* x);

/// Writes `x` into `target` (same shape; types may differ) and gives `target` as it is afterwards.
Tensor* copy(Graph& graph, Tensor* x, Tensor* target);

/// A copy of `x` in which the elements at `offset` bytes with these strides are those of `part`.
Tensor* set_part(Graph& graph, Tensor* x, Tensor* part, const Strides& stride, std::size_t offset);

/// A copy of `x` (F32) with `part` (F32) added to the elements at `offset` bytes with these
/// strides.
Tensor* add_part(Graph& graph, Tensor* x, Tensor* part, const Strides& stride, std::size_t offset);

}  // namespace tern
