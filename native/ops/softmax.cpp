#include "ops/softmax.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_softmax {

void check_mask(const Tensor& x, const Tensor& mask) {
  expect_type(softmax_op, mask, Type::f32);
  expect_contiguous_rows(softmax_op, mask);
  const bool fits = mask.shape[0] == x.shape[0] && mask.shape[1] >= x.shape[1] &&
                    mask.shape[2] > 0 && x.shape[2] % mask.shape[2] == 0 && mask.shape[3] > 0 &&
                    x.shape[3] % mask.shape[3] == 0;
  if (!fits) fail(softmax_op, concat("a mask that fits ", describe(x)), describe(mask));
}

}  // namespace ops_softmax

Tensor* softmax(Graph& graph, Tensor* x, Tensor* mask, float scale) {
  expect_type(softmax_op, *x, Type::f32);
  expect_contiguous_rows(softmax_op, *x);
  if (mask != nullptr) ops_softmax::check_mask(*x, *mask);
  Tensor* result = graph.node(softmax_op, Type::f32, x->shape, {x, mask});
  result->set_params(SoftmaxParams{scale});
  return result;
}

void register_op_softmax(OpTable& table) { table.add(softmax_op); }

}  // namespace tern
