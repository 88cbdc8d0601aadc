#include "ops/rope.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_rope {

/// Without overflow: a number of dims from a file may be anything.
void check_place(const OpInfo& op, const Tensor& x, const RopeParams& params) {
  if (params.dims <= 0 || params.dims % 2 != 0 || params.dims > x.shape[0]) {
    fail(op, concat("an even number of dims from 2 to ", x.shape[0]), concat(params.dims));
  }
  if (params.offset < 0 || params.offset > x.shape[0] - params.dims)
    fail(op, concat("an offset from 0 to ", x.shape[0] - params.dims), concat(params.offset));
  if (params.mode != RopeMode::vision) return;
  if (2 * std::int64_t{params.dims} != x.shape[0] || params.offset != 0)
    fail(op, concat("half of ", x.shape[0], " dims for vision"), concat(params.dims));
}

void check_sections(const OpInfo& op, const RopeParams& params) {
  if (!has_sections(params.mode)) return;
  std::int64_t total = 0;
  bool negative = false;
  for (const std::int32_t pairs : params.sections) {
    total += pairs;
    negative = negative || pairs < 0;
  }
  if (negative || total <= 0) fail(op, "sections of at least one pair together", concat(total));
}

void check_params(const OpInfo& op, const Tensor& x, const RopeParams& params) {
  check_place(op, x, params);
  check_sections(op, params);
  if (!(params.base > 0.0f)) fail(op, "base > 0", concat(params.base));
  if (params.extrapolation != 0.0f && params.original_context <= 0) {
    fail(op, "original_context > 0 with YaRN", concat(params.original_context));
  }
}

void check_positions(const OpInfo& op, const Tensor& x, const Tensor& positions, RopeMode mode) {
  expect_type(op, positions, Type::i32);
  expect_contiguous(op, positions);
  const std::int64_t each = has_sections(mode) ? 4 : 1;
  if (element_count(positions.shape) == each * x.shape[2]) return;
  const char* expected = each == 4 ? "four positions for each of " : "one position for each of ";
  fail(op, concat(expected, x.shape[2], " tokens"), describe(positions));
}

void check_divisors(const OpInfo& op, const Tensor& divisors, std::int64_t pairs) {
  expect_type(op, divisors, Type::f32);
  expect_contiguous(op, divisors);
  if (element_count(divisors.shape) < pairs)
    fail(op, concat("at least ", pairs, " frequency divisors"), describe(divisors));
}

Tensor* build(Graph& graph, const OpInfo& op, Tensor* x, Tensor* positions,
              Tensor* frequency_divisors, const RopeParams& params) {
  expect_type(op, *x, Type::f32);
  expect_contiguous_rows(op, *x);
  expect(x->shape[3] == 1, op, "[head size, heads, tokens]", *x);
  check_positions(op, *x, *positions, params.mode);
  check_params(op, *x, params);
  const std::int32_t pairs = params.mode == RopeMode::vision ? params.dims : params.dims / 2;
  if (frequency_divisors != nullptr) check_divisors(op, *frequency_divisors, pairs);
  Tensor* result = graph.node(op, Type::f32, x->shape, {x, positions, frequency_divisors});
  result->set_params(params);
  return result;
}

}  // namespace ops_rope

Tensor* rope(Graph& graph, Tensor* x, Tensor* positions, Tensor* frequency_divisors,
             const RopeParams& params) {
  return ops_rope::build(graph, rope_op, x, positions, frequency_divisors, params);
}

Tensor* rope_back(Graph& graph, Tensor* x, Tensor* positions, Tensor* frequency_divisors,
                  const RopeParams& params) {
  return ops_rope::build(graph, rope_back_op, x, positions, frequency_divisors, params);
}

void register_op_rope(OpTable& table) {
  table.add(rope_op);
  table.add(rope_back_op);
}

}  // namespace tern
