#include "ops/ssm_scan.h"

namespace tern {
namespace ops_ssm_scan {

using namespace ops_recurrence;

void check_decay(const Tensor& decay, std::int64_t state, std::int64_t heads) {
  expect_type(ssm_scan_op, decay, Type::f32);
  expect_contiguous(ssm_scan_op, decay);
  const bool scalar = decay.shape == Shape{1, heads, 1, 1};
  if (!scalar) expect_shape(ssm_scan_op, decay, {state, heads, 1, 1});
}

void check_groups(const SsmScan& scan) {
  const auto [size, heads, tokens, sequences] = scan.x->shape;
  const std::int64_t groups = scan.b->shape[1];
  if (groups < 1 || heads % groups != 0)
    fail(ssm_scan_op, concat("groups that divide ", heads, " heads"), describe(*scan.b));
  const Shape shape{scan.states->shape[0], groups, tokens, sequences};
  expect_floats(ssm_scan_op, *scan.b, shape);
  expect_floats(ssm_scan_op, *scan.c, shape);
}

void check(const SsmScan& scan) {
  const auto [size, heads, tokens, sequences] = scan.x->shape;
  const std::int64_t state = scan.states->shape[0];
  expect_floats(ssm_scan_op, *scan.x, scan.x->shape);
  expect_states(ssm_scan_op, *scan.states, {state, size, heads, scan.states->shape[3]});
  expect_floats(ssm_scan_op, *scan.dt, {heads, tokens, sequences, 1});
  check_decay(*scan.decay, state, heads);
  check_groups(scan);
  expect_type(ssm_scan_op, *scan.slots, Type::i32);
  expect_contiguous(ssm_scan_op, *scan.slots);
  expect_shape(ssm_scan_op, *scan.slots, {sequences, 1, 1, 1});
}

}  // namespace ops_ssm_scan

Recurrence ssm_scan(Graph& graph, const SsmScan& scan, std::int64_t snapshots) {
  using namespace ops_ssm_scan;
  check(scan);
  const Shape outputs = scan.x->shape;
  const std::int64_t kept = snapshot_count(ssm_scan_op, snapshots, outputs[2]);
  const Shape states{scan.states->shape[0], outputs[0], outputs[1], outputs[3] * kept};
  Tensor* node = make_node(graph, ssm_scan_op, outputs, states,
                           {scan.states, scan.x, scan.dt, scan.decay, scan.b, scan.c, scan.slots});
  node->set_params(SsmScanParams{static_cast<std::int32_t>(kept)});
  return split(graph, node, outputs, states);
}

void register_op_ssm_scan(OpTable& table) { table.add(ssm_scan_op); }

}  // namespace tern
