#include "ops/gradient.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_gradient {

Tensor* build(Graph& graph, const OpInfo& op, Tensor* gradient, Tensor* x) {
  for (const Tensor* operand : {gradient, x}) {
    expect_type(op, *operand, Type::f32);
    expect_contiguous_rows(op, *operand);
  }
  expect_same_shape(op, *x, *gradient);
  return graph.node(op, Type::f32, x->shape, {gradient, x});
}

}  // namespace ops_gradient

Tensor* silu_back(Graph& graph, Tensor* gradient, Tensor* x) {
  return ops_gradient::build(graph, silu_back_op, gradient, x);
}

Tensor* softmax_back(Graph& graph, Tensor* gradient, Tensor* y, float scale) {
  Tensor* result = ops_gradient::build(graph, softmax_back_op, gradient, y);
  result->set_params(SoftmaxBackParams{scale});
  return result;
}

Tensor* rms_norm_back(Graph& graph, Tensor* gradient, Tensor* x, float epsilon) {
  if (!(epsilon >= 0.0f)) fail(rms_norm_back_op, "epsilon >= 0", concat(epsilon));
  Tensor* result = ops_gradient::build(graph, rms_norm_back_op, gradient, x);
  result->set_params(RmsNormBackParams{epsilon});
  return result;
}

Tensor* get_rows_back(Graph& graph, Tensor* gradient, Tensor* numbers, std::int64_t rows) {
  const OpInfo& op = get_rows_back_op;
  expect_type(op, *gradient, Type::f32);
  expect_contiguous_rows(op, *gradient);
  expect_type(op, *numbers, Type::i32);
  expect_contiguous(op, *numbers);
  const Shape shape{gradient->shape[0], numbers->shape[0], 1, 1};
  expect(row_count(numbers->shape) == 1, op, "a vector of row numbers", *numbers);
  if (gradient->shape != shape)
    fail(op, concat("a gradient of shape ", to_string(shape)), describe(*gradient));
  return graph.node(op, Type::f32, {shape[0], rows, 1, 1}, {gradient, numbers});
}

void register_op_gradient(OpTable& table) {
  for (const OpInfo* op : {&silu_back_op, &softmax_back_op, &rms_norm_back_op, &get_rows_back_op})
    table.add(*op);
}

}  // namespace tern
