#include "core/ops/timestep_embedding.h"

#include <cmath>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_timestep_embedding {

void run(const CpuTask& task, const Tensor& node) {
  const auto params = node.params<TimestepParams>();
  const std::int64_t half = params.dims / 2;
  const double slowest = std::log(static_cast<double>(params.max_period));
  for_each_row(task, node.shape, [&](RowIndex at) {
    const double step = float_row(*node.source[0], {0, 0, 0})[at.i1];
    float* y = float_row(node, at);
    for (std::int64_t i = 0; i < half; ++i) {
      const double part = static_cast<double>(i) / static_cast<double>(half);
      const double angle = step * std::exp(-slowest * part);
      y[i] = static_cast<float>(std::cos(angle));
      y[half + i] = static_cast<float>(std::sin(angle));
    }
    if (params.dims % 2 != 0) y[params.dims - 1] = 0.0f;
  });
}

}  // namespace cpu_timestep_embedding

void register_cpu_timestep_embedding(CpuKernelTable& table) {
  table.add(timestep_embedding_op, {cpu_timestep_embedding::run});
}

}  // namespace tern
