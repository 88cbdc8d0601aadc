#include "ops/optimizer.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_optimizer {

void check_like_weights(const OpInfo& op, const Tensor& weights, const Tensor& x) {
  expect_type(op, x, Type::f32);
  expect_contiguous_rows(op, x);
  expect_same_shape(op, weights, x);
}

void check_params(const OpInfo& op, const Tensor& params, std::int64_t count) {
  expect_type(op, params, Type::f32);
  if (params.shape != Shape{count, 1, 1, 1})
    fail(op, concat(count, " parameters"), describe(params));
  expect_contiguous(op, params);
}

}  // namespace ops_optimizer

Tensor* opt_step_adamw(Graph& graph, Tensor* weights, Tensor* gradient, Tensor* first_moment,
                       Tensor* second_moment, Tensor* params) {
  for (const Tensor* x : {weights, gradient, first_moment, second_moment})
    ops_optimizer::check_like_weights(opt_step_adamw_op, *weights, *x);
  ops_optimizer::check_params(opt_step_adamw_op, *params, 7);
  return graph.node_into(opt_step_adamw_op, weights,
                         {gradient, first_moment, second_moment, params});
}

Tensor* opt_step_sgd(Graph& graph, Tensor* weights, Tensor* gradient, Tensor* params) {
  for (const Tensor* x : {weights, gradient})
    ops_optimizer::check_like_weights(opt_step_sgd_op, *weights, *x);
  ops_optimizer::check_params(opt_step_sgd_op, *params, 2);
  return graph.node_into(opt_step_sgd_op, weights, {gradient, params});
}

void register_op_optimizer(OpTable& table) {
  table.add(opt_step_adamw_op);
  table.add(opt_step_sgd_op);
}

}  // namespace tern
