#include "backends/gpu/norms.h"

namespace tern {
namespace gpu_fused_norm {

void lower(Lowering& to, std::span<Tensor* const> nodes) {
  const Tensor* bias = nodes.size() > 2 ? nodes[2]->source[1] : nullptr;
  lower_norm(to, *nodes[0], nodes[1]->source[1], bias, *nodes.back());
}

}  // namespace gpu_fused_norm

void register_gpu_fused_norm(GpuFusedTable& table) { table.add("norm", {gpu_fused_norm::lower}); }

}  // namespace tern
