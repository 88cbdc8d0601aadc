#include "ops/sort.h"

#include <limits>

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_sort {

void check(const OpInfo& op, const Tensor& x) {
  expect_type(op, x, Type::f32);
  expect_contiguous_rows(op, x);
  expect(x.shape[0] <= std::numeric_limits<std::int32_t>::max(), op, "columns that I32 can count",
         x);
}

}  // namespace ops_sort

Tensor* argsort(Graph& graph, Tensor* x, SortOrder order) {
  ops_sort::check(argsort_op, *x);
  Tensor* result = graph.node(argsort_op, Type::i32, x->shape, {x});
  result->set_params(ArgsortParams{order});
  return result;
}

Tensor* top_k(Graph& graph, Tensor* x, std::int64_t count) {
  ops_sort::check(top_k_op, *x);
  if (count < 0 || count > x->shape[0])
    fail(top_k_op, concat("a count from 0 to ", x->shape[0]), concat(count));
  return graph.node(top_k_op, Type::i32, {count, x->shape[1], x->shape[2], x->shape[3]}, {x});
}

Tensor* argmax(Graph& graph, Tensor* x) {
  ops_sort::check(argmax_op, *x);
  expect(x->shape[0] > 0, argmax_op, "rows with elements", *x);
  expect(x->shape[2] == 1 && x->shape[3] == 1, argmax_op, "a matrix", *x);
  return graph.node(argmax_op, Type::i32, {x->shape[1], 1, 1, 1}, {x});
}

void register_op_sort(OpTable& table) {
  for (const OpInfo* op : {&argsort_op, &top_k_op, &argmax_op}) table.add(*op);
}

}  // namespace tern
