#include "ops/norm.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_norm {

Tensor* build(Graph& graph, const OpInfo& op, Tensor* x, float epsilon) {
  expect_type(op, *x, Type::f32);
  expect_contiguous_rows(op, *x);
  // Written so that NaN fails too.
  if (!(epsilon >= 0.0f)) fail(op, "epsilon >= 0", concat(epsilon));
  Tensor* result = graph.node(op, Type::f32, x->shape, {x});
  result->set_params(NormParams{epsilon});
  return result;
}

}  // namespace ops_norm

Tensor* layer_norm(Graph& graph, Tensor* x, float epsilon) {
  return ops_norm::build(graph, layer_norm_op, x, epsilon);
}

Tensor* rms_norm(Graph& graph, Tensor* x, float epsilon) {
  return ops_norm::build(graph, rms_norm_op, x, epsilon);
}

void register_op_norm(OpTable& table) {
  table.add(layer_norm_op);
  table.add(rms_norm_op);
}

}  // namespace tern
