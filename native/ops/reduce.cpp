#include "ops/reduce.h"

#include "core/check.h"

namespace tern {
namespace ops_reduce {

Tensor* build(Graph& graph, const OpInfo& op, Tensor* x, const Shape& shape) {
  expect_type(op, *x, Type::f32);
  expect_contiguous_rows(op, *x);
  return graph.node(op, Type::f32, shape, {x});
}

Shape one_per_row(const Tensor& x) { return {1, x.shape[1], x.shape[2], x.shape[3]}; }

}  // namespace ops_reduce

Tensor* sum_all(Graph& graph, Tensor* x) {
  return ops_reduce::build(graph, sum_op, x, {1, 1, 1, 1});
}

Tensor* sum_rows(Graph& graph, Tensor* x) {
  return ops_reduce::build(graph, sum_rows_op, x, ops_reduce::one_per_row(*x));
}

Tensor* mean(Graph& graph, Tensor* x) {
  return ops_reduce::build(graph, mean_op, x, ops_reduce::one_per_row(*x));
}

Tensor* cumsum(Graph& graph, Tensor* x) { return ops_reduce::build(graph, cumsum_op, x, x->shape); }

Tensor* count_equal(Graph& graph, Tensor* a, Tensor* b) {
  for (const Tensor* operand : {a, b}) {
    expect_type(count_equal_op, *operand, Type::i32);
    expect_contiguous_rows(count_equal_op, *operand);
  }
  expect_same_shape(count_equal_op, *a, *b);
  return graph.node(count_equal_op, Type::i32, {1, 1, 1, 1}, {a, b});
}

void register_op_reduce(OpTable& table) {
  for (const OpInfo* op : {&sum_op, &sum_rows_op, &mean_op, &cumsum_op, &count_equal_op})
    table.add(*op);
}

}  // namespace tern
