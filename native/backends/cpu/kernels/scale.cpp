#include "core/ops/scale.h"

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_scale {

void run(const CpuTask& task, const Tensor& node) {
  const auto params = node.params<ScaleParams>();
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* x = float_row(*node.source[0], at);
    float* y = float_row(node, at);
    for (std::int64_t i = 0; i < node.shape[0]; ++i) y[i] = x[i] * params.factor + params.bias;
  });
}

}  // namespace cpu_scale

void register_cpu_scale(CpuKernelTable& table) { table.add(scale_op, {cpu_scale::run}); }

}  // namespace tern
