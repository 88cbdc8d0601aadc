#include "ops/repeat.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_repeat {

bool repeats_to(const Shape& inner, const Shape& outer) {
  for (std::size_t i = 0; i < max_dims; ++i) {
    // Nothing repeats to nothing, such as the experts' outputs of a step without any.
    if (inner[i] == 0 ? outer[i] != 0 : outer[i] % inner[i] != 0) return false;
  }
  return true;
}

}  // namespace ops_repeat

Tensor* repeat(Graph& graph, Tensor* x, const Shape& shape) {
  expect(traits(x->type).block_size == 1, repeat_op, "a type without blocks", *x);
  expect_contiguous_rows(repeat_op, *x);
  if (!ops_repeat::repeats_to(x->shape, shape))
    fail(repeat_op, concat("a tensor that repeats to ", to_string(shape)), describe(*x));
  return graph.node(repeat_op, x->type, shape, {x});
}

Tensor* repeat_back(Graph& graph, Tensor* x, const Shape& shape) {
  expect_type(repeat_back_op, *x, Type::f32);
  expect_contiguous_rows(repeat_back_op, *x);
  if (!ops_repeat::repeats_to(shape, x->shape))
    fail(repeat_back_op, concat("multiples of ", to_string(shape)), describe(*x));
  return graph.node(repeat_back_op, Type::f32, shape, {x});
}

void register_op_repeat(OpTable& table) {
  table.add(repeat_op);
  table.add(repeat_back_op);
}

}  // namespace tern
