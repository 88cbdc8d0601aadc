#include "ops/convolution_transpose.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_convolution_transpose {

void check(const Tensor& kernel, const Tensor& x, std::size_t rank, std::int32_t stride) {
  const OpInfo& op = convolution_transpose_op;
  expect_type(op, x, Type::f32);
  expect_contiguous_rows(op, x);
  const bool has_type =
      kernel.type == Type::f32 || kernel.type == Type::f16 || kernel.type == Type::bf16;
  expect(has_type, op, "kernels of type F32, F16 or BF16", kernel);
  expect_contiguous_rows(op, kernel);
  if (stride < 1) fail(op, "a stride >= 1", concat(stride));
  if (kernel.shape[rank + 1] != x.shape[rank])
    fail(op, concat("kernels of ", x.shape[rank], " channels"), describe(kernel));
  expect(rank == 2 || (x.shape[3] == 1 && kernel.shape[3] == 1), op, "[width, channels, images]",
         x);
}

Tensor* build(Graph& graph, Tensor* kernel, Tensor* x, std::int32_t rank, std::int32_t stride) {
  const auto directions = static_cast<std::size_t>(rank);
  check(*kernel, *x, directions, stride);
  Shape shape = x->shape;
  for (std::size_t i = 0; i < directions; ++i)
    shape[i] = shape[i] == 0 ? 0 : (shape[i] - 1) * stride + kernel->shape[i];
  shape[directions] = kernel->shape[directions];
  Tensor* result = graph.node(convolution_transpose_op, Type::f32, shape, {x, kernel});
  result->set_params(ConvolutionTransposeParams{rank, {stride, rank == 2 ? stride : 1}});
  return result;
}

}  // namespace ops_convolution_transpose

Tensor* conv_transpose_1d(Graph& graph, Tensor* kernel, Tensor* x, std::int32_t stride) {
  return ops_convolution_transpose::build(graph, kernel, x, 1, stride);
}

Tensor* conv_transpose_2d(Graph& graph, Tensor* kernel, Tensor* x, std::int32_t stride) {
  return ops_convolution_transpose::build(graph, kernel, x, 2, stride);
}

void register_op_convolution_transpose(OpTable& table) { table.add(convolution_transpose_op); }

}  // namespace tern
