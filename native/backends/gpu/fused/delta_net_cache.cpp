#include "backends/gpu/delta_net.h"

namespace tern {
namespace gpu_fused_delta_net_cache {

void lower(Lowering& to, std::span<Tensor* const> nodes) {
  const auto strides = state_strides(*nodes[0], *nodes[1]);
  lower_delta_net(to, *nodes[0], *nodes[1], *strides);
}

}  // namespace gpu_fused_delta_net_cache

void register_gpu_fused_delta_net_cache(GpuFusedTable& table) {
  table.add("delta_net_cache", {gpu_fused_delta_net_cache::lower});
}

}  // namespace tern
