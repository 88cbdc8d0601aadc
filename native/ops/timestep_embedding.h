#pragma once

#include "core/graph.h"
#include "core/ops/timestep_embedding.h"

namespace tern {

/// A vector of `dims` elements for each of `timesteps` (F32 [n]): F32 [dims, n].
Tensor* timestep_embedding(Graph& graph, Tensor* timesteps, const TimestepParams& params);

}  // namespace tern
