#include "ops/flash_attention.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_flash_attention {

bool shares(std::int64_t outer, std::int64_t inner) { return inner > 0 && outer % inner == 0; }

void check_cache(const Tensor& queries, const Tensor& cache) {
  expect(traits(cache.type).to_float != nullptr, flash_attention_op, "keys and values of floats",
         cache);
  expect_contiguous_rows(flash_attention_op, cache);
  if (!shares(queries.shape[2], cache.shape[2]) || cache.shape[3] != queries.shape[3])
    fail(flash_attention_op, concat("heads and sequences that fit ", describe(queries)),
         describe(cache));
}

void check_mask(const FlashAttention& a) {
  const bool has_type = a.mask->type == Type::f32 || a.mask->type == Type::f16;
  expect(has_type, flash_attention_op, "a mask of type F32 or F16", *a.mask);
  expect_contiguous_rows(flash_attention_op, *a.mask);
  const Shape& q = a.queries->shape;
  const Shape& mask = a.mask->shape;
  const bool fits = mask[0] == a.keys->shape[1] && mask[1] >= q[1] && shares(q[2], mask[2]) &&
                    shares(q[3], mask[3]);
  if (!fits)
    fail(flash_attention_op,
         concat("a mask that fits ", describe(*a.queries), " and ", describe(*a.keys)),
         describe(*a.mask));
}

void check_sinks(const Tensor& sinks, std::int64_t heads) {
  expect_type(flash_attention_op, sinks, Type::f32);
  expect_contiguous(flash_attention_op, sinks);
  if (sinks.shape != Shape{heads, 1, 1, 1})
    fail(flash_attention_op, concat("a sink for each of ", heads, " heads"), describe(sinks));
}

void check(const FlashAttention& a) {
  expect_type(flash_attention_op, *a.queries, Type::f32);
  expect_contiguous_rows(flash_attention_op, *a.queries);
  check_cache(*a.queries, *a.keys);
  check_cache(*a.queries, *a.values);
  if (a.keys->shape[0] != a.queries->shape[0])
    fail(flash_attention_op, concat("keys as long as ", describe(*a.queries)), describe(*a.keys));
  if (a.values->shape[1] != a.keys->shape[1] || a.values->shape[2] != a.keys->shape[2])
    fail(flash_attention_op, concat("values that fit ", describe(*a.keys)), describe(*a.values));
  if (a.mask != nullptr) check_mask(a);
  if (a.sinks != nullptr) check_sinks(*a.sinks, a.queries->shape[2]);
}

void check(const FlashAttention& a, const FlashAttentionParams& params) {
  if (params.softcap < 0.0f) fail(flash_attention_op, "a softcap >= 0", concat(params.softcap));
  if (params.max_bias < 0.0f) fail(flash_attention_op, "a max_bias >= 0", concat(params.max_bias));
  if (params.max_bias > 0.0f && a.mask == nullptr)
    fail(flash_attention_op, "a mask with ALiBi", "none");
}

Shape result_shape(const FlashAttention& a) {
  const Shape& q = a.queries->shape;
  return {a.values->shape[0], q[2], q[1], q[3]};
}

const Tensor& choose(const FlashAttention& a, AttentionOperand operand) {
  switch (operand) {
    case AttentionOperand::keys: return *a.keys;
    case AttentionOperand::values: return *a.values;
    case AttentionOperand::sinks:
      if (a.sinks == nullptr) fail(flash_attention_back_op, "sinks", "none");
      return *a.sinks;
    default: return *a.queries;
  }
}

}  // namespace ops_flash_attention

Tensor* flash_attention(Graph& graph, const FlashAttention& a, const FlashAttentionParams& params) {
  ops_flash_attention::check(a);
  ops_flash_attention::check(a, params);
  Tensor* result = graph.node(flash_attention_op, Type::f32, ops_flash_attention::result_shape(a),
                              {a.queries, a.keys, a.values, a.mask, a.sinks});
  result->set_params(params);
  return result;
}

Tensor* flash_attention_back(Graph& graph, Tensor* gradient, const FlashAttention& a,
                             const FlashAttentionParams& params, AttentionOperand operand) {
  const OpInfo& op = flash_attention_back_op;
  ops_flash_attention::check(a);
  ops_flash_attention::check(a, params);
  expect_type(op, *gradient, Type::f32);
  expect_contiguous_rows(op, *gradient);
  const Shape shape = ops_flash_attention::result_shape(a);
  if (gradient->shape != shape)
    fail(op, concat("a gradient of shape ", to_string(shape)), describe(*gradient));
  Tensor* result = graph.node(op, Type::f32, ops_flash_attention::choose(a, operand).shape,
                              {a.queries, a.keys, a.values, a.mask, a.sinks, gradient});
  result->set_params(FlashAttentionBackParams{params, operand});
  return result;
}

void register_op_flash_attention(OpTable& table) {
  table.add(flash_attention_op);
  table.add(flash_attention_back_op);
}

}  // namespace tern
