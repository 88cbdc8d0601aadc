#include "ops/window.h"

#include "core/check.h"
#include "core/shape_check.h"
#include "core/text.h"

namespace tern {
namespace ops_window {

std::int64_t count(std::int64_t n, std::int64_t size) { return (n + size - 1) / size; }

}  // namespace ops_window

Tensor* window_part(Graph& graph, Tensor* x, std::int32_t size) {
  using ops_window::count;
  expect_type(window_part_op, *x, Type::f32);
  expect_contiguous_rows(window_part_op, *x);
  expect(x->shape[3] == 1, window_part_op, "[width, columns, rows]", *x);
  if (size < 1) fail(window_part_op, "windows of size >= 1", concat(size));
  const std::int64_t windows = count(x->shape[1], size) * count(x->shape[2], size);
  Tensor* result = graph.node(window_part_op, Type::f32, {x->shape[0], size, size, windows}, {x});
  result->set_params(WindowParams{size});
  return result;
}

Tensor* window_join(Graph& graph, Tensor* x, std::int64_t columns, std::int64_t rows) {
  using ops_window::count;
  expect_type(window_join_op, *x, Type::f32);
  expect_contiguous_rows(window_join_op, *x);
  const std::int64_t size = x->shape[1];
  expect(size > 0 && x->shape[2] == size, window_join_op, "square windows", *x);
  check_sizes(window_join_op.name, {columns, rows, 1, 1});
  const std::int64_t windows = count(columns, size) * count(rows, size);
  if (x->shape[3] != windows)
    fail(window_join_op, concat(windows, " windows for ", columns, " x ", rows), describe(*x));
  Tensor* result = graph.node(window_join_op, Type::f32, {x->shape[0], columns, rows, 1}, {x});
  result->set_params(WindowParams{static_cast<std::int32_t>(size)});
  return result;
}

void register_op_window(OpTable& table) {
  table.add(window_part_op);
  table.add(window_join_op);
}

}  // namespace tern
