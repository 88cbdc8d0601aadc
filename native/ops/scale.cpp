#include "ops/scale.h"

#include "core/check.h"

namespace tern {

Tensor* scale(Graph& graph, Tensor* x, float factor, float bias) {
  expect_type(scale_op, *x, Type::f32);
  expect_contiguous_rows(scale_op, *x);
  Tensor* result = graph.node(scale_op, Type::f32, x->shape, {x});
  result->set_params(ScaleParams{factor, bias});
  return result;
}

void register_op_scale(OpTable& table) { table.add(scale_op); }

}  // namespace tern
