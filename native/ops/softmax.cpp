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

void check_sinks(const Tensor& x, const Tensor& sinks) {
  expect_type(softmax_op, sinks, Type::f32);
  expect_contiguous(softmax_op, sinks);
  if (sinks.shape != Shape{x.shape[2], 1, 1, 1})
    fail(softmax_op, concat(x.shape[2], " sinks, one for each head"), describe(sinks));
}

}  // namespace ops_softmax

Tensor* softmax(Graph& graph, Tensor* x, Tensor* mask, float scale) {
  return softmax(graph, x, mask, nullptr, {scale, 0.0f});
}

Tensor* softmax(Graph& graph, Tensor* x, Tensor* mask, Tensor* sinks, const SoftmaxParams& params) {
  expect_type(softmax_op, *x, Type::f32);
  expect_contiguous_rows(softmax_op, *x);
  if (mask != nullptr) ops_softmax::check_mask(*x, *mask);
  if (sinks != nullptr) ops_softmax::check_sinks(*x, *sinks);
  const bool with_bias = params.max_bias != 0.0f;
  if (!(params.max_bias >= 0.0f)) fail(softmax_op, "max_bias >= 0", concat(params.max_bias));
  if (with_bias && mask == nullptr) fail(softmax_op, "a mask with ALiBi", "none");
  Tensor* result = graph.node(softmax_op, Type::f32, x->shape, {x, mask, sinks});
  result->set_params(params);
  return result;
}

void register_op_softmax(OpTable& table) { table.add(softmax_op); }

}  // namespace tern
