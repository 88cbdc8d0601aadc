#include "ops/get_rows.h"

#include "core/check.h"

namespace tern {

Tensor* get_rows(Graph& graph, Tensor* table, Tensor* rows) {
  expect(traits(table->type).to_float != nullptr, get_rows_op, "a table of floats", *table);
  expect(table->shape[2] == 1 && table->shape[3] == 1, get_rows_op, "a table of two dimensions",
         *table);
  expect_contiguous_rows(get_rows_op, *table);
  expect_type(get_rows_op, *rows, Type::i32);
  expect_contiguous(get_rows_op, *rows);
  expect(row_count(rows->shape) == 1, get_rows_op, "a vector of row numbers", *rows);
  return graph.node(get_rows_op, Type::f32, {table->shape[0], rows->shape[0], 1, 1}, {table, rows});
}

void register_op_get_rows(OpTable& table) { table.add(get_rows_op); }

}  // namespace tern
