#include "backends/cpu/delta_net.h"
#include "core/state_strides.h"

namespace tern {
namespace cpu_fused_delta_net_cache {

void run(const CpuTask& task, std::span<Tensor* const> nodes) {
  const auto strides = state_strides(*nodes[0], *nodes[1]);
  auto* states = reinterpret_cast<float*>(nodes[1]->data);
  run_delta_net(task, *nodes[0], {states, strides->snapshot, strides->sequence});
}

std::size_t scratch_bytes(std::span<Tensor* const> nodes) { return delta_net_scratch(*nodes[0]); }

}  // namespace cpu_fused_delta_net_cache

void register_cpu_fused_delta_net_cache(CpuFusedTable& table) {
  using namespace cpu_fused_delta_net_cache;
  table.add("delta_net_cache", {run, scratch_bytes});
}

}  // namespace tern
