#include "ops/hyper_weights.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_hyper_weights {

/// The number n with (2 + n) n = width; 0 if there is none.
std::int64_t stream_count(std::int64_t width) {
  std::int64_t n = 1;
  while ((2 + n) * n < width) ++n;
  return (2 + n) * n == width ? n : 0;
}

void check(const Tensor& mixes, const Tensor& scale, const Tensor& base) {
  for (const Tensor* tensor : {&mixes, &scale, &base}) {
    expect_type(hyper_weights_op, *tensor, Type::f32);
    expect_contiguous_rows(hyper_weights_op, *tensor);
  }
  const bool is_matrix = mixes.shape[2] == 1 && mixes.shape[3] == 1;
  expect(is_matrix && stream_count(mixes.shape[0]) > 0, hyper_weights_op,
         "mixes [(2 + streams) * streams, tokens]", mixes);
  expect(scale.shape[0] >= 3 && row_count(scale.shape) == 1, hyper_weights_op, "three scales",
         scale);
  if (base.shape != Shape{mixes.shape[0], 1, 1, 1})
    fail(hyper_weights_op, concat("a base of ", mixes.shape[0], " elements"), describe(base));
}

}  // namespace ops_hyper_weights

Tensor* hyper_weights(Graph& graph, Tensor* mixes, Tensor* scale, Tensor* base,
                      const HyperWeightsParams& params) {
  ops_hyper_weights::check(*mixes, *scale, *base);
  if (params.iterations < 1 || params.iterations > most_hyper_iterations)
    fail(hyper_weights_op, concat("1 to ", most_hyper_iterations, " iterations"),
         concat(params.iterations));
  const std::int64_t n = ops_hyper_weights::stream_count(mixes->shape[0]);
  Tensor* result =
      graph.node(hyper_weights_op, Type::f32, {n, n, mixes->shape[1], 1}, {mixes, scale, base});
  result->set_params(params);
  return result;
}

void register_op_hyper_weights(OpTable& table) { table.add(hyper_weights_op); }

}  // namespace tern
