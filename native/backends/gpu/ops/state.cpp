#include "kernels/args/state.h"
#include "backends/gpu/delta_net.h"
#include "core/ops/gated_delta_net.h"
#include "core/ops/ssm_conv.h"
#include "core/ops/ssm_scan.h"

namespace tern {
namespace gpu_state {

void lower_net(Lowering& to, const Tensor& node) {
  const std::int64_t outputs = element_count(node.source[2]->shape);
  const Tensor& states = to.part(node, outputs, element_count(node.shape) - outputs);
  lower_delta_net(to, node, states, state_strides(node));
}

void lower_scan(Lowering& to, const Tensor& node) {
  const auto& [states, x, dt, decay, b, c, slots, none] = node.source;
  const tn_scan_args args{layout_of(*states),
                          layout_of(*x),
                          layout_of(*dt),
                          layout_of(*decay),
                          layout_of(*b),
                          layout_of(*c),
                          node.params<SsmScanParams>().snapshots};
  const std::uint32_t threads = to.threads_for(x->shape[0]);
  to.call("ssm_scan", args, {states, x, dt, decay, b, c, slots}, node,
          {x->shape[1], x->shape[3], (x->shape[0] + threads - 1) / threads}, threads);
}

void lower_conv(Lowering& to, const Tensor& node) {
  const Tensor& x = *node.source[0];
  const Tensor& kernel = *node.source[1];
  const tn_conv_args args{layout_of(x), layout_of(kernel), layout_of(node)};
  to.call("ssm_conv", args, {&x, &kernel}, node, {node.shape[1], node.shape[2], 1},
          to.threads_for(node.shape[0]));
}

}  // namespace gpu_state

void register_gpu_state(GpuOpTable& table) {
  table.add(gated_delta_net_op, {gpu_state::lower_net, nullptr});
  table.add(ssm_scan_op, {gpu_state::lower_scan, nullptr});
  table.add(ssm_conv_op, {gpu_state::lower_conv, nullptr});
}

}  // namespace tern
