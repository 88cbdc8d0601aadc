#include "ops/parametric.h"

#include <cmath>

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_parametric {

template <class Params>
Tensor* build(Graph& graph, const OpInfo& op, Tensor* x, const Params& params) {
  expect_type(op, *x, Type::f32);
  expect_contiguous_rows(op, *x);
  Tensor* result = graph.node(op, Type::f32, x->shape, {x});
  result->set_params(params);
  return result;
}

float softplus(float x) { return x > 20.0f ? x : std::log1p(std::exp(x)); }

}  // namespace ops_parametric

Tensor* clamp(Graph& graph, Tensor* x, float low, float high) {
  if (!(low <= high)) fail(clamp_op, "low <= high", concat(low, " and ", high));
  return ops_parametric::build(graph, clamp_op, x, ClampParams{low, high});
}

Tensor* leaky_relu(Graph& graph, Tensor* x, float slope) {
  return ops_parametric::build(graph, leaky_relu_op, x, LeakyReluParams{slope});
}

Tensor* xielu(Graph& graph, Tensor* x, float alpha_negative, float alpha_positive, float beta,
              float epsilon) {
  using ops_parametric::softplus;
  const XieluParams params{beta + softplus(alpha_negative), softplus(alpha_positive), beta,
                           epsilon};
  return ops_parametric::build(graph, xielu_op, x, params);
}

void register_op_parametric(OpTable& table) {
  for (const OpInfo* op : {&clamp_op, &leaky_relu_op, &xielu_op}) table.add(*op);
}

}  // namespace tern
