#include "ops/upscale.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {

Tensor* upscale(Graph& graph, Tensor* x, const Shape& shape, const UpscaleParams& params) {
  expect_type(upscale_op, *x, Type::f32);
  expect_contiguous_rows(upscale_op, *x);
  expect(element_count(x->shape) > 0, upscale_op, "a tensor with elements", *x);
  const bool antialias = params.mode == ScaleMode::bilinear_antialias;
  if (antialias && params.align_corners != 0)
    fail(upscale_op, "corners not aligned with antialias", "aligned");
  Tensor* result = graph.node(upscale_op, Type::f32, shape, {x});
  result->set_params(params);
  return result;
}

void register_op_upscale(OpTable& table) { table.add(upscale_op); }

}  // namespace tern
