#include "ops/norm.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_norm {

Tensor* build(Graph& graph, const OpInfo& op, Tensor* x, float epsilon, int groups = 1) {
  expect_type(op, *x, Type::f32);
  expect_contiguous_rows(op, *x);
  // Written so that NaN fails too.
  if (!(epsilon >= 0.0f)) fail(op, "epsilon >= 0", concat(epsilon));
  Tensor* result = graph.node(op, Type::f32, x->shape, {x});
  result->set_params(NormParams{epsilon, groups});
  return result;
}

}  // namespace ops_norm

Tensor* layer_norm(Graph& graph, Tensor* x, float epsilon) {
  return ops_norm::build(graph, layer_norm_op, x, epsilon);
}

Tensor* rms_norm(Graph& graph, Tensor* x, float epsilon) {
  return ops_norm::build(graph, rms_norm_op, x, epsilon);
}

Tensor* l2_norm(Graph& graph, Tensor* x, float epsilon) {
  return ops_norm::build(graph, l2_norm_op, x, epsilon);
}

Tensor* group_norm(Graph& graph, Tensor* x, int groups, float epsilon) {
  if (groups < 1) fail(group_norm_op, "at least one group", concat(groups));
  return ops_norm::build(graph, group_norm_op, x, epsilon, groups);
}

void register_op_norm(OpTable& table) {
  for (const OpInfo* op : {&layer_norm_op, &rms_norm_op, &l2_norm_op, &group_norm_op})
    table.add(*op);
}

}  // namespace tern
