#include "ops/set_rows.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {

Tensor* set_rows(Graph& graph, Tensor* target, Tensor* source, Tensor* rows) {
  expect(traits(target->type).from_float != nullptr, set_rows_op,
         "a target that floats can be written to", *target);
  expect(target->shape[2] == 1 && target->shape[3] == 1, set_rows_op, "a target of two dimensions",
         *target);
  expect_contiguous_rows(set_rows_op, *target);
  expect_type(set_rows_op, *source, Type::f32);
  expect_contiguous_rows(set_rows_op, *source);
  expect_type(set_rows_op, *rows, Type::i32);
  expect_contiguous(set_rows_op, *rows);
  const Shape shape{target->shape[0], rows->shape[0], 1, 1};
  if (source->shape != shape)
    fail(set_rows_op, concat("rows of shape ", to_string(shape)), describe(*source));
  return graph.node_into(set_rows_op, target, {source, rows});
}

void register_op_set_rows(OpTable& table) { table.add(set_rows_op); }

}  // namespace tern
