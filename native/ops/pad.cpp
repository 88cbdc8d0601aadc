#include "ops/pad.h"

#include <algorithm>

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_pad {

void check_floats(const OpInfo& op, const Tensor& x) {
  expect_type(op, x, Type::f32);
  expect_contiguous_rows(op, x);
}

/// Kernels take remainders of dimensions.
void check_elements(const OpInfo& op, const Tensor& x) {
  expect(element_count(x.shape) > 0, op, "a tensor with elements", x);
}

void check_widths(const PadParams& params) {
  const int before = *std::min_element(params.before.begin(), params.before.end());
  const int after = *std::min_element(params.after.begin(), params.after.end());
  if (std::min(before, after) < 0) fail(pad_op, "widths >= 0", concat(std::min(before, after)));
}

}  // namespace ops_pad

Tensor* pad(Graph& graph, Tensor* x, const PadParams& params) {
  ops_pad::check_floats(pad_op, *x);
  ops_pad::check_widths(params);
  if (params.circular != 0) ops_pad::check_elements(pad_op, *x);
  Shape shape = x->shape;
  for (std::size_t i = 0; i < max_dims; ++i)
    shape[i] += std::int64_t{params.before[i]} + params.after[i];
  Tensor* result = graph.node(pad_op, Type::f32, shape, {x});
  result->set_params(params);
  return result;
}

Tensor* pad_reflect_1d(Graph& graph, Tensor* x, int before, int after) {
  ops_pad::check_floats(pad_reflect_1d_op, *x);
  if (std::min(before, after) < 0 || std::max(before, after) >= x->shape[0]) {
    fail(pad_reflect_1d_op, concat("widths from 0 to ", x->shape[0] - 1),
         concat(before, " and ", after));
  }
  Shape shape = x->shape;
  shape[0] += std::int64_t{before} + after;
  Tensor* result = graph.node(pad_reflect_1d_op, Type::f32, shape, {x});
  result->set_params(PadReflectParams{before, after});
  return result;
}

Tensor* roll(Graph& graph, Tensor* x, const std::array<std::int32_t, max_dims>& shift) {
  ops_pad::check_floats(roll_op, *x);
  Tensor* result = graph.node(roll_op, Type::f32, x->shape, {x});
  result->set_params(RollParams{shift});
  return result;
}

void register_op_pad(OpTable& table) {
  for (const OpInfo* op : {&pad_op, &pad_reflect_1d_op, &roll_op}) table.add(*op);
}

}  // namespace tern
