#include "core/ops/gated_delta_net.h"

#include "backends/cpu/delta_net.h"

namespace tern {
namespace cpu_gated_delta_net {

void run(const CpuTask& task, const Tensor& node) {
  run_delta_net(task, node, own_states(node, delta_net_layout(node)));
}

}  // namespace cpu_gated_delta_net

void register_cpu_gated_delta_net(CpuKernelTable& table) {
  table.add(gated_delta_net_op, {cpu_gated_delta_net::run, delta_net_scratch});
}

}  // namespace tern
