#include "ops/hyper_spread.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_hyper_spread {

void check(const Tensor& tensor, const Shape& shape) {
  expect_type(hyper_spread_op, tensor, Type::f32);
  expect_contiguous_rows(hyper_spread_op, tensor);
  if (tensor.shape != shape)
    fail(hyper_spread_op, concat("shape ", to_string(shape)), describe(tensor));
}

}  // namespace ops_hyper_spread

Tensor* hyper_spread(Graph& graph, const HyperSpread& s) {
  using ops_hyper_spread::check;
  const auto [width, streams, tokens, none] = s.residual->shape;
  check(*s.residual, {width, streams, tokens, 1});
  check(*s.x, {width, tokens, 1, 1});
  check(*s.gains, {streams, tokens, 1, 1});
  if (s.weights != nullptr) check(*s.weights, {streams, streams, tokens, 1});
  return graph.node(hyper_spread_op, Type::f32, s.residual->shape,
                    {s.x, s.residual, s.gains, s.weights});
}

void register_op_hyper_spread(OpTable& table) { table.add(hyper_spread_op); }

}  // namespace tern
