#pragma once

#include "core/graph.h"

namespace tern {

enum class Activation {
  silu,
  gelu,
  relu,
  relu_squared,
};

/// f(x)
Tensor* activate(Graph& graph, Activation activation, Tensor* x);
/// f(gate) * value
Tensor* activate_gated(Graph& graph, Activation activation, Tensor* gate, Tensor* value);

}  // namespace tern
