#include "ops/layout.h"

#include "core/check.h"
#include "core/shape_check.h"
#include "core/text.h"

namespace tern {
namespace ops_layout {

void check_order(const std::array<int, max_dims>& order) {
  unsigned seen = 0;
  for (const int dim : order) {
    if (dim >= 0 && dim < max_dims) seen |= 1u << dim;
  }
  if (seen != 15u) {
    fail(permute_op, "an order of 0 to 3",
         concat("{", order[0], ", ", order[1], ", ", order[2], ", ", order[3], "}"));
  }
}

}  // namespace ops_layout

Tensor* view(Graph& graph, Tensor* x, const Shape& shape, const Strides& stride,
             std::size_t offset) {
  return graph.view(view_op, x, shape, stride, offset);
}

Tensor* reshape(Graph& graph, Tensor* x, const Shape& shape) {
  expect_contiguous(reshape_op, *x);
  check_sizes(reshape_op.name, shape);
  if (element_count(shape) != element_count(x->shape)) {
    fail(reshape_op, concat("as many elements as ", to_string(shape)), describe(*x));
  }
  return graph.view(reshape_op, x, shape, contiguous_strides(x->type, shape), 0);
}

Tensor* permute(Graph& graph, Tensor* x, const std::array<int, max_dims>& order) {
  ops_layout::check_order(order);
  if (traits(x->type).quantized && order[0] != 0)
    fail(permute_op, "order[0] = 0 for blocks", describe(*x));
  Shape shape{};
  Strides stride{};
  for (std::size_t i = 0; i < max_dims; ++i) {
    const auto to = static_cast<std::size_t>(order[i]);
    shape[to] = x->shape[i];
    stride[to] = x->stride[i];
  }
  return graph.view(permute_op, x, shape, stride, 0);
}

void register_op_layout(OpTable& table) {
  for (const OpInfo* op : {&view_op, &reshape_op, &permute_op}) table.add(*op);
}

}  // namespace tern
