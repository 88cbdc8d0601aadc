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
       {&relu_op,       &sigmoid_op, &silu_op,     &tanh_op,        &gelu_op,      &gelu_erf_op,
        &gelu_quick_op, &elu_op,     &relu_sqr_op, &hardsigmoid_op, &hardswish_op, &softplus_op,
        &sqr_op,        &sqrt_op,    &exp_op,      &expm1_op,       &log_op,       &sin_op,
        &cos_op,        &neg_op,     &abs_op,      &step_op,        &sgn_op,       &floor_op,
        &ceil_op,       &round_op,   &trunc_op}) {
    table.add(*op);
  }
}

}  // namespace tern
