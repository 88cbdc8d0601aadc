#include "ops/gated_delta_net.h"

namespace tern {
namespace ops_gated_delta_net {

using namespace ops_recurrence;

void check_keys(const GatedDeltaNet& net) {
  const auto [values, heads, tokens, sequences] = net.v->shape;
  const std::int64_t key_heads = net.q->shape[1];
  if (key_heads < 1 || heads % key_heads != 0)
    fail(gated_delta_net_op, concat("key heads that divide ", heads, " heads"), describe(*net.q));
  const Shape shape{net.q->shape[0], key_heads, tokens, sequences};
  expect_floats(gated_delta_net_op, *net.q, shape);
  expect_floats(gated_delta_net_op, *net.k, shape);
}

void check(const GatedDeltaNet& net) {
  const auto [values, heads, tokens, sequences] = net.v->shape;
  const std::int64_t keys = net.q->shape[0];
  expect_floats(gated_delta_net_op, *net.v, net.v->shape);
  check_keys(net);
  const bool scalar = net.gate->shape[0] == 1;
  expect_floats(gated_delta_net_op, *net.gate, {scalar ? 1 : keys, heads, tokens, sequences});
  expect_floats(gated_delta_net_op, *net.beta, {1, heads, tokens, sequences});
  expect_states(gated_delta_net_op, *net.states, {keys, values, heads, sequences});
}

}  // namespace ops_gated_delta_net

Recurrence gated_delta_net(Graph& graph, const GatedDeltaNet& net, std::int64_t snapshots) {
  using namespace ops_gated_delta_net;
  check(net);
  const Shape outputs = net.v->shape;
  const std::int64_t kept = snapshot_count(gated_delta_net_op, snapshots, outputs[2]);
  const Shape states{net.q->shape[0], outputs[0], outputs[1], outputs[3] * kept};
  Tensor* node = make_node(graph, gated_delta_net_op, outputs, states,
                           {net.q, net.k, net.v, net.gate, net.beta, net.states});
  node->set_params(GatedDeltaNetParams{static_cast<std::int32_t>(kept)});
  return split(graph, node, outputs, states);
}

void register_op_gated_delta_net(OpTable& table) { table.add(gated_delta_net_op); }

}  // namespace tern
