#include "ops/gated_linear_attention.h"

namespace tern {

Recurrence gated_linear_attention(Graph& graph, const GatedLinearAttention& a, float scale) {
  using namespace ops_recurrence;
  const OpInfo& op = gated_linear_attention_op;
  const Shape shape = a.v->shape;
  for (const Tensor* tensor : {a.q, a.k, a.v, a.gate}) expect_floats(op, *tensor, shape);
  const Shape states{shape[0], shape[0], shape[1], shape[3]};
  expect_states(op, *a.states, states);
  Tensor* node = make_node(graph, op, shape, states, {a.q, a.k, a.v, a.gate, a.states});
  node->set_params(GatedLinearAttentionParams{scale});
  return split(graph, node, shape, states);
}

void register_op_gated_linear_attention(OpTable& table) { table.add(gated_linear_attention_op); }

}  // namespace tern
