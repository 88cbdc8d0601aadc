#include "ops/im2col.h"

#include "ops/images.h"

namespace tern {
namespace ops_im2col {

/// Of the columns of images, which must fit.
Shape columns_of(const OpInfo& op, const Tensor& x, const ConvolutionParams& p) {
  using namespace ops_images;
  check_params(op, p);
  check_images(op, x, p);
  Shape shape{p.channels, 1, 1, 1};
  for (std::size_t i = 0; i < static_cast<std::size_t>(p.rank); ++i) {
    shape[0] *= p.size[i];
    shape[i + 1] = places(op, x, p, i);
  }
  if (p.rank == 3) {
    shape[3] *= x.shape[3] / p.channels;
  } else {
    shape[channel_dim(p) + 1] = x.shape[channel_dim(p) + 1];
  }
  return shape;
}

}  // namespace ops_im2col

Tensor* im2col(Graph& graph, Tensor* x, const ConvolutionParams& p, Type type) {
  const Shape shape = ops_im2col::columns_of(im2col_op, *x, p);
  if (type != Type::f32 && type != Type::f16) fail(im2col_op, "F32 or F16", name(type));
  Tensor* result = graph.node(im2col_op, type, shape, {x});
  result->set_params(p);
  return result;
}

Tensor* im2col_back(Graph& graph, Tensor* gradient, Tensor* x, const ConvolutionParams& p) {
  const Shape shape = ops_im2col::columns_of(im2col_back_op, *x, p);
  expect_type(im2col_back_op, *gradient, Type::f32);
  expect_contiguous_rows(im2col_back_op, *gradient);
  if (gradient->shape != shape)
    fail(im2col_back_op, concat("a gradient of shape ", to_string(shape)), describe(*gradient));
  Tensor* result = graph.node(im2col_back_op, Type::f32, x->shape, {gradient, x});
  result->set_params(p);
  return result;
}

void register_op_im2col(OpTable& table) {
  table.add(im2col_op);
  table.add(im2col_back_op);
}

}  // namespace tern
