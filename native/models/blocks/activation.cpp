#include "models/blocks/activation.h"

#include "ops/binary.h"
#include "ops/glu.h"
#include "ops/unary.h"

namespace tern {

Tensor* activate(Graph& graph, Activation activation, Tensor* x) {
  switch (activation) {
    case Activation::silu: return unary(graph, silu_op, x);
    case Activation::gelu: return unary(graph, gelu_op, x);
    case Activation::relu: return unary(graph, relu_op, x);
    case Activation::relu_squared: break;
  }
  Tensor* positive = unary(graph, relu_op, x);
  return mul(graph, positive, positive);
}

Tensor* activate_gated(Graph& graph, Activation activation, Tensor* gate, Tensor* value) {
  switch (activation) {
    case Activation::silu: return glu(graph, swiglu_op, gate, value);
    case Activation::gelu: return glu(graph, geglu_op, gate, value);
    case Activation::relu: return glu(graph, reglu_op, gate, value);
    case Activation::relu_squared: break;
  }
  return mul(graph, activate(graph, activation, gate), value);
}

}  // namespace tern
