#include "ops/glu.h"

#include "core/check.h"

namespace tern {

Tensor* glu(Graph& graph, const OpInfo& op, Tensor* gate, Tensor* value) {
  expect_type(op, *gate, Type::f32);
  expect_type(op, *value, Type::f32);
  expect_contiguous_rows(op, *gate);
  expect_contiguous_rows(op, *value);
  expect_same_shape(op, *gate, *value);
  return graph.node(op, Type::f32, gate->shape, {gate, value});
}

void register_op_glu(OpTable& table) {
  for (const OpInfo* op : {&reglu_op, &geglu_op, &swiglu_op}) table.add(*op);
}

}  // namespace tern
