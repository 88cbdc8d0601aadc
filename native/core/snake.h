#pragma once

#include <span>

#include "core/tensor.h"

namespace tern {

/// The operands of x + factor * sin(a * x)^2, where a and the factor are one number per row.
struct Snake {
  const Tensor* x;
  const Tensor* a;
  const Tensor* factor;
};

/// From the nodes of the pattern (core/fusions/snake.cpp); both products may have their operands in
/// either order.
Snake snake_of(std::span<Tensor* const> nodes);

}  // namespace tern
