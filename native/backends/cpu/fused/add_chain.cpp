#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_fused_add_chain {

void run(const CpuTask& task, std::span<Tensor* const> nodes) {
  const std::int64_t n = nodes[0]->shape[0];
  for_each_row(task, nodes[0]->shape, [&](RowIndex at) {
    float* y = float_row(*nodes.back(), at);
    const float* x = float_row(*nodes[0]->source[0], at);
    for (const Tensor* node : nodes) {
      const Tensor& b = *node->source[1];
      const float* row = float_row(b, repeated(b, at));
      for (std::int64_t i = 0; i < n; ++i) y[i] = x[i] + row[b.shape[0] == n ? i : i % b.shape[0]];
      x = y;
    }
  });
}

}  // namespace cpu_fused_add_chain

void register_cpu_fused_add_chain(CpuFusedTable& table) {
  table.add("add_chain", {cpu_fused_add_chain::run});
}

}  // namespace tern
