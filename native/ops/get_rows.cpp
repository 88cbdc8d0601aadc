#include "ops/get_rows.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {

Tensor* get_rows(Graph& graph, Tensor* table, Tensor* rows) {
  const bool integers = table->type == Type::i32;
  expect(integers || traits(table->type).to_float != nullptr, get_rows_op, "a table of floats",
         *table);
  expect_contiguous_rows(get_rows_op, *table);
  expect_type(get_rows_op, *rows, Type::i32);
  expect_contiguous_rows(get_rows_op, *rows);
  const Shape numbers{rows->shape[0], table->shape[2], table->shape[3], 1};
  if (rows->shape != numbers)
    fail(get_rows_op, concat("row numbers of shape ", to_string(numbers)), describe(*rows));
  return graph.node(get_rows_op, integers ? Type::i32 : Type::f32,
                    {table->shape[0], rows->shape[0], table->shape[2], table->shape[3]},
                    {table, rows});
}

void register_op_get_rows(OpTable& table) { table.add(get_rows_op); }

}  // namespace tern
