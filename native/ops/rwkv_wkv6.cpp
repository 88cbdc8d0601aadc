#include "ops/rwkv_wkv6.h"

namespace tern {

Recurrence rwkv_wkv6(Graph& graph, const RwkvWkv6& m) {
  using namespace ops_recurrence;
  const OpInfo& op = rwkv_wkv6_op;
  const Shape shape = m.v->shape;
  for (const Tensor* tensor : {m.k, m.v, m.r, m.decay}) expect_floats(op, *tensor, shape);
  expect_floats(op, *m.first, {shape[0], shape[1], 1, 1});
  const Shape states{shape[0], shape[0], shape[1], shape[3]};
  expect_states(op, *m.states, states);
  Tensor* node = make_node(graph, op, shape, states, {m.k, m.v, m.r, m.first, m.decay, m.states});
  return split(graph, node, shape, states);
}

void register_op_rwkv_wkv6(OpTable& table) { table.add(rwkv_wkv6_op); }

}  // namespace tern
