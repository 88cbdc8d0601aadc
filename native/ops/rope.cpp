#include "ops/rope.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_rope {

void check_params(const Tensor& x, const RopeParams& params) {
  if (params.dims <= 0 || params.dims % 2 != 0 || params.dims > x.shape[0]) {
    fail(rope_op, concat("an even number of dims from 2 to ", x.shape[0]), concat(params.dims));
  }
  if (!(params.base > 0.0f)) fail(rope_op, "base > 0", concat(params.base));
  if (params.extrapolation != 0.0f && params.original_context <= 0) {
    fail(rope_op, "original_context > 0 with YaRN", concat(params.original_context));
  }
}

}  // namespace ops_rope

Tensor* rope(Graph& graph, Tensor* x, Tensor* positions, Tensor* frequency_divisors,
             const RopeParams& params) {
  expect_type(rope_op, *x, Type::f32);
  expect_contiguous_rows(rope_op, *x);
  expect(x->shape[3] == 1, rope_op, "[head size, heads, tokens]", *x);
  expect_type(rope_op, *positions, Type::i32);
  expect_contiguous(rope_op, *positions);
  if (element_count(positions->shape) != x->shape[2]) {
    fail(rope_op, concat("one position for each of ", x->shape[2], " tokens"),
         describe(*positions));
  }
  ops_rope::check_params(*x, params);
  if (frequency_divisors != nullptr) {
    expect_type(rope_op, *frequency_divisors, Type::f32);
    expect_contiguous(rope_op, *frequency_divisors);
    if (element_count(frequency_divisors->shape) < params.dims / 2) {
      fail(rope_op, concat("at least ", params.dims / 2, " frequency divisors"),
           describe(*frequency_divisors));
    }
  }
  Tensor* result = graph.node(rope_op, Type::f32, x->shape, {x, positions, frequency_divisors});
  result->set_params(params);
  return result;
}

void register_op_rope(OpTable& table) { table.add(rope_op); }

}  // namespace tern
