#include "ops/binary.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_binary {

bool repeats_to(const Shape& inner, const Shape& outer) {
  for (std::size_t i = 0; i < max_dims; ++i) {
    if (inner[i] == 0 ? outer[i] != 0 : outer[i] % inner[i] != 0) return false;
  }
  return true;
}

Tensor* build(Graph& graph, const OpInfo& op, Tensor* a, Tensor* b) {
  expect_type(op, *a, Type::f32);
  expect_type(op, *b, Type::f32);
  expect_contiguous_rows(op, *a);
  expect_contiguous_rows(op, *b);
  if (!repeats_to(b->shape, a->shape)) {
    fail(op, concat("a second operand that repeats to ", describe(*a)), describe(*b));
  }
  return graph.node(op, Type::f32, a->shape, {a, b});
}

}  // namespace ops_binary

Tensor* add(Graph& graph, Tensor* a, Tensor* b) { return ops_binary::build(graph, add_op, a, b); }
Tensor* sub(Graph& graph, Tensor* a, Tensor* b) { return ops_binary::build(graph, sub_op, a, b); }
Tensor* mul(Graph& graph, Tensor* a, Tensor* b) { return ops_binary::build(graph, mul_op, a, b); }
Tensor* div(Graph& graph, Tensor* a, Tensor* b) { return ops_binary::build(graph, div_op, a, b); }

void register_op_binary(OpTable& table) {
  for (const OpInfo* op : {&add_op, &sub_op, &mul_op, &div_op}) table.add(*op);
}

}  // namespace tern
