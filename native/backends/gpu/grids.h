#pragma once

#include "core/tensor.h"

namespace tern {

/// The points of the grid of a type, as I8 [elements of a point, points], for kernels that read it.
/// Null for types without a grid.
const Tensor* grid_of(Type type);

}  // namespace tern
