#include "core/ops/norm.h"

#include <cmath>

#include "backends/cpu/kernel.h"
#include "backends/cpu/vector.h"

namespace tern {
namespace cpu_norm {

void layer(const CpuTask& task, const Tensor& node) {
  const auto epsilon = node.params<NormParams>().epsilon;
  const std::int64_t n = node.shape[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* x = float_row(*node.source[0], at);
    float* y = float_row(node, at);
    const float mean = sum(x, n) / static_cast<float>(n);
    for (std::int64_t i = 0; i < n; ++i) y[i] = x[i] - mean;
    const float factor = 1.0f / std::sqrt(dot(y, y, n) / static_cast<float>(n) + epsilon);
    for (std::int64_t i = 0; i < n; ++i) y[i] *= factor;
  });
}

void rms(const CpuTask& task, const Tensor& node) {
  const auto epsilon = node.params<NormParams>().epsilon;
  const std::int64_t n = node.shape[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* x = float_row(*node.source[0], at);
    float* y = float_row(node, at);
    const float factor = 1.0f / std::sqrt(dot(x, x, n) / static_cast<float>(n) + epsilon);
    for (std::int64_t i = 0; i < n; ++i) y[i] = x[i] * factor;
  });
}

}  // namespace cpu_norm

void register_cpu_norm(CpuKernelTable& table) {
  table.add(layer_norm_op, {cpu_norm::layer});
  table.add(rms_norm_op, {cpu_norm::rms});
}

}  // namespace tern
