#include "ops/rwkv_wkv7.h"

namespace tern {

Recurrence rwkv_wkv7(Graph& graph, const RwkvWkv7& m) {
  using namespace ops_recurrence;
  const OpInfo& op = rwkv_wkv7_op;
  const Shape shape = m.v->shape;
  for (const Tensor* tensor : {m.r, m.decay, m.k, m.v, m.a, m.b}) expect_floats(op, *tensor, shape);
  const Shape states{shape[0], shape[0], shape[1], shape[3]};
  expect_states(op, *m.states, states);
  Tensor* node = make_node(graph, op, shape, states, {m.r, m.decay, m.k, m.v, m.a, m.b, m.states});
  return split(graph, node, shape, states);
}

void register_op_rwkv_wkv7(OpTable& table) { table.add(rwkv_wkv7_op); }

}  // namespace tern
