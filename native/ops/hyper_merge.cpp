#include "ops/hyper_merge.h"

#include "core/check.h"
#include "core/text.h"

namespace tern {
namespace ops_hyper_merge {

Tensor* build(Graph& graph, Tensor* x, Tensor* weights, const Shape& shape,
              const HyperMergeParams& params) {
  for (const Tensor* tensor : {x, weights}) {
    expect_type(hyper_merge_op, *tensor, Type::f32);
    expect_contiguous_rows(hyper_merge_op, *tensor);
  }
  expect(x->shape[3] == 1, hyper_merge_op, "[width, streams, tokens]", *x);
  if (weights->shape != shape)
    fail(hyper_merge_op, concat("weights of shape ", to_string(shape)), describe(*weights));
  Tensor* result =
      graph.node(hyper_merge_op, Type::f32, {x->shape[0], x->shape[2], 1, 1}, {x, weights});
  result->set_params(params);
  return result;
}

}  // namespace ops_hyper_merge

Tensor* hyper_merge(Graph& graph, Tensor* x, Tensor* weights) {
  return ops_hyper_merge::build(graph, x, weights, {x->shape[1], x->shape[2], 1, 1}, {});
}

Tensor* hyper_merge_gated(Graph& graph, Tensor* x, Tensor* gates, float scale) {
  return ops_hyper_merge::build(graph, x, gates, x->shape, {scale, true});
}

void register_op_hyper_merge(OpTable& table) { table.add(hyper_merge_op); }

}  // namespace tern
