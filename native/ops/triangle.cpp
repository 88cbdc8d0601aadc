#include "ops/triangle.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_triangle {

void check_floats(const OpInfo& op, const Tensor& x) {
  expect_type(op, x, Type::f32);
  expect_contiguous_rows(op, x);
}

}  // namespace ops_triangle

Tensor* tri(Graph& graph, Tensor* x, Triangle part) {
  ops_triangle::check_floats(tri_op, *x);
  expect(x->shape[0] == x->shape[1], tri_op, "square matrices", *x);
  Tensor* result = graph.node(tri_op, Type::f32, x->shape, {x});
  result->set_params(TriParams{part});
  return result;
}

Tensor* diag(Graph& graph, Tensor* x) {
  ops_triangle::check_floats(diag_op, *x);
  expect(x->shape[1] == 1, diag_op, "vectors of shape [n, 1, …]", *x);
  return graph.node(diag_op, Type::f32, {x->shape[0], x->shape[0], x->shape[2], x->shape[3]}, {x});
}

Tensor* solve_tri(Graph& graph, Tensor* a, Tensor* b) {
  ops_triangle::check_floats(solve_tri_op, *a);
  ops_triangle::check_floats(solve_tri_op, *b);
  expect(a->shape[0] == a->shape[1], solve_tri_op, "square matrices", *a);
  const Shape shape{b->shape[0], a->shape[1], a->shape[2], a->shape[3]};
  if (b->shape != shape) fail(solve_tri_op, concat("shape ", to_string(shape)), describe(*b));
  return graph.node(solve_tri_op, Type::f32, shape, {a, b});
}

void register_op_triangle(OpTable& table) {
  for (const OpInfo* op : {&tri_op, &diag_op, &solve_tri_op}) table.add(*op);
}

}  // namespace tern
