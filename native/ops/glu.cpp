#include "ops/glu.h"

#include "core/check.h"
#include "core/text.h"
#include "ops/layout.h"

namespace tern {
namespace ops_glu {

Tensor* half(Graph& graph, Tensor* x, bool second) {
  Shape shape = x->shape;
  shape[0] /= 2;
  return view(graph, x, shape, x->stride, second ? row_bytes(x->type, shape[0]) : 0);
}

}  // namespace ops_glu

Tensor* glu(Graph& graph, const OpInfo& op, Tensor* gate, Tensor* value) {
  expect_type(op, *gate, Type::f32);
  expect_type(op, *value, Type::f32);
  expect_contiguous_rows(op, *gate);
  expect_contiguous_rows(op, *value);
  expect_same_shape(op, *gate, *value);
  return graph.node(op, Type::f32, gate->shape, {gate, value});
}

Tensor* glu_halves(Graph& graph, const OpInfo& op, Tensor* x, bool swapped) {
  expect_type(op, *x, Type::f32);
  expect_contiguous_rows(op, *x);
  expect(x->shape[0] % 2 == 0, op, "rows of an even number of elements", *x);
  Tensor* gate = ops_glu::half(graph, x, swapped);
  return glu(graph, op, gate, ops_glu::half(graph, x, !swapped));
}

Tensor* swiglu_oai(Graph& graph, Tensor* gate, Tensor* value, const SwigluOaiParams& params) {
  if (!(params.limit >= 0.0f)) fail(swiglu_oai_op, "limit >= 0", concat(params.limit));
  Tensor* result = glu(graph, swiglu_oai_op, gate, value);
  result->set_params(params);
  return result;
}

Tensor* swiglu_clamp(Graph& graph, Tensor* gate, Tensor* value, float limit) {
  if (!(limit >= 0.0f)) fail(swiglu_clamp_op, "limit >= 0", concat(limit));
  Tensor* result = glu(graph, swiglu_clamp_op, gate, value);
  result->set_params(SwigluClampParams{limit});
  return result;
}

void register_op_glu(OpTable& table) {
  for (const OpInfo* op : {&reglu_op, &geglu_op, &geglu_erf_op, &geglu_quick_op, &swiglu_op,
                           &swiglu_oai_op, &swiglu_clamp_op}) {
    table.add(*op);
  }
}

}  // namespace tern
