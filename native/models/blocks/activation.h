#pragma once

#include "core/graph.h"

namespace tern {

enum class Activation {
  silu,
  gelu,
  relu,
  relu_squared,
  swiglu_oai,  ///< gated only: that of gpt-oss
};

/// f(x)
Tensor* activate(Graph& graph, Activation activation, Tensor* x);
/// f(gate) * value
Tensor* activate_gated(Graph& graph, Activation activation, Tensor* gate, Tensor* value);

/// A pair of bounds that are approached, not met.
struct Situ {
  float beta = 1.0f;
  float linear_beta = 0.0f;  ///< 0: the value stays as it is
};
/// beta * tanh(gate / beta) * sigmoid(gate) * linear_beta * tanh(value / linear_beta).
Tensor* activate_situ(Graph& graph, const Situ& situ, Tensor* gate, Tensor* value);

/// Where a limited SwiGLU cuts the gate off.
enum class GateLimit { before_silu, after_silu };
/// silu(gate) * value, with the value limited to -limit … limit and the gate to at most limit.
Tensor* limited_swiglu(Graph& graph, Tensor* gate, Tensor* value, float limit, GateLimit where);

}  // namespace tern
