#include "ops/add_id.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {

Tensor* add_id(Graph& graph, Tensor* x, Tensor* bias, Tensor* ids) {
  for (const Tensor* operand : {x, bias}) {
    expect_type(add_id_op, *operand, Type::f32);
    expect_contiguous_rows(add_id_op, *operand);
  }
  expect_type(add_id_op, *ids, Type::i32);
  expect_contiguous_rows(add_id_op, *ids);
  expect(x->shape[3] == 1, add_id_op, "[n, slots, tokens]", *x);
  const Shape slots{x->shape[1], x->shape[2], 1, 1};
  if (ids->shape != slots) fail(add_id_op, concat("shape ", to_string(slots)), describe(*ids));
  if (bias->shape != Shape{x->shape[0], bias->shape[1], 1, 1})
    fail(add_id_op, concat("rows of ", x->shape[0], " elements"), describe(*bias));
  return graph.node(add_id_op, Type::f32, x->shape, {x, bias, ids});
}

void register_op_add_id(OpTable& table) { table.add(add_id_op); }

}  // namespace tern
