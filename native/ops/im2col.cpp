#include "ops/im2col.h"

#include "ops/images.h"

namespace tern {

Tensor* im2col(Graph& graph, Tensor* x, const ConvolutionParams& p, Type type) {
  using namespace ops_images;
  check_params(im2col_op, p);
  check_images(im2col_op, *x, p);
  if (type != Type::f32 && type != Type::f16) fail(im2col_op, "F32 or F16", name(type));
  Shape shape{p.channels, 1, 1, 1};
  for (std::size_t i = 0; i < static_cast<std::size_t>(p.rank); ++i) {
    shape[0] *= p.size[i];
    shape[i + 1] = places(im2col_op, *x, p, i);
  }
  if (p.rank == 3) {
    shape[3] *= x->shape[3] / p.channels;
  } else {
    shape[channel_dim(p) + 1] = x->shape[channel_dim(p) + 1];
  }
  Tensor* result = graph.node(im2col_op, type, shape, {x});
  result->set_params(p);
  return result;
}

void register_op_im2col(OpTable& table) { table.add(im2col_op); }

}  // namespace tern
