#include "ops/pool.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_pool {

void check(const OpInfo& op, const Tensor& x, const PoolParams& p) {
  expect(x.type == Type::f32 || x.type == Type::f16, op, "type F32 or F16", x);
  expect_contiguous_rows(op, x);
  for (std::size_t i = 0; i < 2; ++i) {
    if (p.size[i] < 1) fail(op, "sizes >= 1", concat(p.size[i]));
    if (p.stride[i] < 1) fail(op, "strides >= 1", concat(p.stride[i]));
    if (p.padding[i] < 0) fail(op, "paddings >= 0", concat(p.padding[i]));
    if (x.shape[i] + 2 * std::int64_t{p.padding[i]} < p.size[i])
      fail(op, concat("at least ", p.size[i], " elements with padding"), describe(x));
  }
}

Shape pooled(const Tensor& x, const PoolParams& p) {
  Shape shape = x.shape;
  for (std::size_t i = 0; i < 2; ++i)
    shape[i] = (x.shape[i] + 2 * std::int64_t{p.padding[i]} - p.size[i]) / p.stride[i] + 1;
  return shape;
}

}  // namespace ops_pool

Tensor* pool_1d(Graph& graph, Tensor* x, PoolMode mode, std::int32_t size, std::int32_t stride,
                std::int32_t padding) {
  return pool_2d(graph, x, {mode, {size, 1}, {stride, 1}, {padding, 0}, false});
}

Tensor* pool_2d(Graph& graph, Tensor* x, const PoolParams& params) {
  ops_pool::check(pool_op, *x, params);
  Tensor* result = graph.node(pool_op, Type::f32, ops_pool::pooled(*x, params), {x});
  result->set_params(params);
  return result;
}

Tensor* pool_2d_back(Graph& graph, Tensor* gradient, Tensor* x, const PoolParams& params) {
  ops_pool::check(pool_back_op, *x, params);
  expect_type(pool_back_op, *gradient, Type::f32);
  expect_contiguous_rows(pool_back_op, *gradient);
  const Shape shape = ops_pool::pooled(*x, params);
  if (gradient->shape != shape)
    fail(pool_back_op, concat("a gradient of shape ", to_string(shape)), describe(*gradient));
  Tensor* result = graph.node(pool_back_op, Type::f32, x->shape, {gradient, x});
  result->set_params(params);
  return result;
}

void register_op_pool(OpTable& table) {
  table.add(pool_op);
  table.add(pool_back_op);
}

}  // namespace tern
