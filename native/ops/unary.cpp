#include "ops/unary.h"

#include "core/check.h"

namespace tern {

Tensor* unary(Graph& graph, const OpInfo& op, Tensor* x) {
  expect_type(op, *x, Type::f32);
  expect_contiguous_rows(op, *x);
  return graph.node(op, Type::f32, x->shape, {x});
}

void register_op_unary(OpTable& table) {
  for (const OpInfo* op :
       {&relu_op, &sigmoid_op, &silu_op, &tanh_op, &gelu_op, &gelu_erf_op, &gelu_quick_op}) {
    table.add(*op);
  }
}

}  // namespace tern
