#pragma once

#include "core/graph.h"
#include "core/ops/upscale.h"

namespace tern {

/// `x` (F32, with elements) in another size, larger or smaller in any dimension.
Tensor* upscale(Graph& graph, Tensor* x, const Shape& shape, const UpscaleParams& params);

}  // namespace tern
