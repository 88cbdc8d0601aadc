#include "ops/relative_positions.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_relative_positions {

void check_part(const Tensor& part, const Tensor& x) {
  expect_type(add_relative_positions_op, part, Type::f32);
  expect_contiguous_rows(add_relative_positions_op, part);
  const Shape shape{part.shape[0], x.shape[1], x.shape[2], 1};
  if (part.shape != shape)
    fail(add_relative_positions_op, concat("shape ", to_string(shape)), describe(part));
}

}  // namespace ops_relative_positions

Tensor* relative_positions(Graph& graph, Tensor* table) {
  const bool has_type = table->type == Type::f32 || table->type == Type::f16;
  expect(has_type, relative_positions_op, "type F32 or F16", *table);
  expect_contiguous_rows(relative_positions_op, *table);
  const bool odd = table->shape[1] % 2 == 1 && table->shape[2] == 1 && table->shape[3] == 1;
  expect(odd, relative_positions_op, "a table of 2 n - 1 rows", *table);
  const std::int64_t n = (table->shape[1] + 1) / 2;
  return graph.node(relative_positions_op, table->type, {table->shape[0], n, n, 1}, {table});
}

Tensor* add_relative_positions(Graph& graph, Tensor* x, Tensor* across, Tensor* down) {
  expect_type(add_relative_positions_op, *x, Type::f32);
  expect_contiguous_rows(add_relative_positions_op, *x);
  expect(x->shape[3] == 1, add_relative_positions_op, "[keys, queries, heads]", *x);
  ops_relative_positions::check_part(*across, *x);
  ops_relative_positions::check_part(*down, *x);
  if (across->shape[0] * down->shape[0] != x->shape[0])
    fail(add_relative_positions_op, concat(across->shape[0], " * ", down->shape[0], " keys"),
         describe(*x));
  return graph.node(add_relative_positions_op, Type::f32, x->shape, {x, across, down});
}

void register_op_relative_positions(OpTable& table) {
  table.add(relative_positions_op);
  table.add(add_relative_positions_op);
}

}  // namespace tern
