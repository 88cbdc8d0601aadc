#include "models/blocks/activation.h"

#include <limits>

#include "ops/binary.h"
#include "ops/glu.h"
#include "ops/parametric.h"
#include "ops/scale.h"
#include "ops/unary.h"

namespace tern {
namespace blocks_activation {

const OpInfo& plain_op(Activation activation) {
  switch (activation) {
    case Activation::gelu: return gelu_op;
    case Activation::relu: return relu_op;
    case Activation::relu_squared: return relu_sqr_op;
    case Activation::silu:
    case Activation::swiglu_oai: break;
  }
  return silu_op;
}

/// Like x where x is small, but never beyond -bound … bound.
Tensor* bend(Graph& graph, Tensor* x, float bound) {
  return scale(graph, unary(graph, tanh_op, scale(graph, x, 1.0f / bound)), bound);
}

}  // namespace blocks_activation

Tensor* activate(Graph& graph, Activation activation, Tensor* x) {
  return unary(graph, blocks_activation::plain_op(activation), x);
}

Tensor* activate_gated(Graph& graph, Activation activation, Tensor* gate, Tensor* value) {
  switch (activation) {
    case Activation::silu: return glu(graph, swiglu_op, gate, value);
    case Activation::gelu: return glu(graph, geglu_op, gate, value);
    case Activation::relu: return glu(graph, reglu_op, gate, value);
    case Activation::swiglu_oai: return swiglu_oai(graph, gate, value, {});
    case Activation::relu_squared: break;
  }
  return mul(graph, activate(graph, activation, gate), value);
}

Tensor* activate_situ(Graph& graph, const Situ& situ, Tensor* gate, Tensor* value) {
  Tensor* bent = blocks_activation::bend(graph, gate, situ.beta);
  bent = mul(graph, bent, unary(graph, sigmoid_op, gate));
  if (situ.linear_beta > 0.0f) value = blocks_activation::bend(graph, value, situ.linear_beta);
  return mul(graph, bent, value);
}

Tensor* limited_swiglu(Graph& graph, Tensor* gate, Tensor* value, float limit, GateLimit where) {
  constexpr float lowest = -std::numeric_limits<float>::infinity();
  value = clamp(graph, value, -limit, limit);
  if (where == GateLimit::before_silu)
    return glu(graph, swiglu_op, clamp(graph, gate, lowest, limit), value);
  return mul(graph, clamp(graph, unary(graph, silu_op, gate), lowest, limit), value);
}

}  // namespace tern
