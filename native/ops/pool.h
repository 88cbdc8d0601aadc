#pragma once

#include "core/graph.h"
#include "core/ops/pool.h"

namespace tern {

/// The largest element or the mean of windows of each row of `x`, F32 or F16. Means do not count
/// padding. Gives F32 [(width + 2 padding - size) / stride + 1, …].
Tensor* pool_1d(Graph& graph, Tensor* x, PoolMode mode, std::int32_t size, std::int32_t stride,
                std::int32_t padding);

/// The same for windows over the first two dimensions; means count padding as zeros unless
/// params.counts_padding says otherwise. The largest element of no element is the lowest float.
Tensor* pool_2d(Graph& graph, Tensor* x, const PoolParams& params);

/// What reaches the source `x` of a pool of a gradient of its result. A maximum takes all of it;
/// the first of several that are equal.
Tensor* pool_2d_back(Graph& graph, Tensor* gradient, Tensor* x, const PoolParams& params);

}  // namespace tern
