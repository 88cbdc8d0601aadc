#include "core/ops/hadamard.h"

#include <cmath>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_hadamard {

/// Sums and differences of two neighbouring parts.
void cross(float* a, float* b, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    const float sum = a[i] + b[i];
    b[i] = a[i] - b[i];
    a[i] = sum;
  }
}

void run(const CpuTask& task, const Tensor& node) {
  const std::int64_t n = node.shape[0];
  const float scale = 1.0f / std::sqrt(static_cast<float>(n));
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* x = float_row(*node.source[0], at);
    float* y = float_row(node, at);
    for (std::int64_t i = 0; i < n; ++i) y[i] = x[i] * scale;
    for (std::int64_t part = 1; part < n; part *= 2)
      for (std::int64_t i = 0; i < n; i += 2 * part) cross(y + i, y + i + part, part);
  });
}

}  // namespace cpu_hadamard

void register_cpu_hadamard(CpuKernelTable& table) { table.add(hadamard_op, {cpu_hadamard::run}); }

}  // namespace tern
