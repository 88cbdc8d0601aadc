#include "ops/set_rows.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {

Tensor* set_rows(Graph& graph, Tensor* target, Tensor* source, Tensor* rows) {
  expect(traits(target->type).from_float != nullptr, set_rows_op,
         "a target that floats can be written to", *target);
  expect_contiguous_rows(set_rows_op, *target);
  expect_type(set_rows_op, *source, Type::f32);
  expect_contiguous_rows(set_rows_op, *source);
  expect_type(set_rows_op, *rows, Type::i32);
  expect_contiguous_rows(set_rows_op, *rows);
  const Shape shape{target->shape[0], rows->shape[0], target->shape[2], target->shape[3]};
  if (source->shape != shape)
    fail(set_rows_op, concat("rows of shape ", to_string(shape)), describe(*source));
  const bool divides = rows->shape[1] > 0 && shape[2] % rows->shape[1] == 0 && rows->shape[2] > 0 &&
                       shape[3] % rows->shape[2] == 0 && rows->shape[3] == 1;
  expect(divides, set_rows_op, "row numbers that fit the target", *rows);
  return graph.node_into(set_rows_op, target, {source, rows});
}

void register_op_set_rows(OpTable& table) { table.add(set_rows_op); }

}  // namespace tern
