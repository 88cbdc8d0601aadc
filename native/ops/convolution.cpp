#include "ops/convolution.h"

#include "ops/images.h"

namespace tern {
namespace ops_convolution {

using namespace ops_images;

ConvolutionParams make_params(const Tensor& kernel, const Tensor& x,
                              std::initializer_list<Stepping> stepping) {
  ConvolutionParams p;
  p.rank = static_cast<std::int32_t>(stepping.size());
  for (std::size_t i = 0; i < stepping.size(); ++i) {
    const Stepping& along = stepping.begin()[i];
    p.size[i] = static_cast<std::int32_t>(kernel.shape[i]);
    p.stride[i] = along.stride;
    p.padding[i] = along.padding;
    p.dilation[i] = along.dilation;
  }
  if (p.rank < 3) p.channels = static_cast<std::int32_t>(x.shape[channel_dim(p)]);
  return p;
}

/// Channels of a kernel, and how many outputs there are.
std::int64_t check_kernel(const Tensor& kernel, const ConvolutionParams& p) {
  const bool has_type =
      kernel.type == Type::f32 || kernel.type == Type::f16 || kernel.type == Type::bf16;
  expect(has_type, convolution_op, "kernels of type F32, F16 or BF16", kernel);
  expect_contiguous(convolution_op, kernel);
  if (p.groups < 1 || p.channels % p.groups != 0)
    fail(convolution_op, concat("groups that divide ", p.channels, " channels"), concat(p.groups));
  const std::int64_t channels = p.channels / p.groups;
  const std::int64_t found = kernel.shape[channel_dim(p)];
  const bool fits = p.rank == 3 ? found % channels == 0 : found == channels;
  if (!fits || (p.rank == 1 && kernel.shape[3] != 1))
    fail(convolution_op, concat("kernels of ", channels, " channels"), describe(kernel));
  const std::int64_t outputs = p.rank == 3 ? found / channels : kernel.shape[channel_dim(p) + 1];
  if (outputs % p.groups != 0)
    fail(convolution_op, concat(p.groups, " groups of outputs"), describe(kernel));
  return outputs;
}

Shape result_shape(const Tensor& x, std::int64_t outputs, const ConvolutionParams& p) {
  Shape shape = x.shape;
  for (std::size_t i = 0; i < static_cast<std::size_t>(p.rank); ++i)
    shape[i] = places(convolution_op, x, p, i);
  shape[channel_dim(p)] = p.rank == 3 ? x.shape[3] / p.channels * outputs : outputs;
  return shape;
}

Tensor* build(Graph& graph, Tensor* kernel, Tensor* x, const ConvolutionParams& p) {
  check_params(convolution_op, p);
  check_images(convolution_op, *x, p);
  const std::int64_t outputs = check_kernel(*kernel, p);
  Tensor* result = graph.node(convolution_op, Type::f32, result_shape(*x, outputs, p), {x, kernel});
  result->set_params(p);
  return result;
}

}  // namespace ops_convolution

Tensor* conv_1d(Graph& graph, Tensor* kernel, Tensor* x, Stepping along, std::int32_t groups) {
  ConvolutionParams p = ops_convolution::make_params(*kernel, *x, {along});
  p.groups = groups;
  return ops_convolution::build(graph, kernel, x, p);
}

Tensor* conv_2d(Graph& graph, Tensor* kernel, Tensor* x, Stepping across, Stepping down,
                std::int32_t groups) {
  ConvolutionParams p = ops_convolution::make_params(*kernel, *x, {across, down});
  p.groups = groups;
  return ops_convolution::build(graph, kernel, x, p);
}

Tensor* conv_2d_depthwise(Graph& graph, Tensor* kernel, Tensor* x, Stepping across, Stepping down) {
  return conv_2d(graph, kernel, x, across, down, static_cast<std::int32_t>(x->shape[2]));
}

Tensor* conv_3d(Graph& graph, Tensor* kernel, Tensor* x, const std::array<Stepping, 3>& stepping,
                std::int32_t channels) {
  ConvolutionParams p =
      ops_convolution::make_params(*kernel, *x, {stepping[0], stepping[1], stepping[2]});
  p.channels = channels;
  return ops_convolution::build(graph, kernel, x, p);
}

void register_op_convolution(OpTable& table) { table.add(convolution_op); }

}  // namespace tern
