#pragma once

#include "backends/gpu/lowering.h"

namespace tern {

/// Copies all elements of x to y, whose shape is the same; in two steps where no kernel knows both
/// types.
void lower_copy(Lowering& to, const Tensor& x, const Tensor& y);

/// True if kernels can convert one type to the other.
bool can_copy(Type from, Type to);

}  // namespace tern
