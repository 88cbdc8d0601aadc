#include "core/ops/norm.h"

#include <cmath>

#include "backends/cpu/kernel.h"
#include "backends/cpu/vector.h"

namespace tern {
namespace cpu_fused_norm {

float mean_square(const float* x, std::int64_t n) { return dot(x, x, n) / static_cast<float>(n); }

/// Writes x, without its mean where the norm wants that; gives the factor that is still to come.
float centre(const Tensor& norm, const float* x, float* y) {
  const std::int64_t n = norm.shape[0];
  const bool is_layer_norm = norm.op->name == layer_norm_op.name;
  const float mean = is_layer_norm ? sum(x, n) / static_cast<float>(n) : 0.0f;
  for (std::int64_t i = 0; i < n; ++i) y[i] = x[i] - mean;
  return 1.0f / std::sqrt(mean_square(y, n) + norm.params<NormParams>().epsilon);
}

void run(const CpuTask& task, std::span<Tensor* const> nodes) {
  const Tensor& norm = *nodes[0];
  const Tensor& weight = *nodes[1]->source[1];
  const Tensor* bias = nodes.size() > 2 ? nodes[2]->source[1] : nullptr;
  const std::int64_t n = norm.shape[0];
  for_each_row(task, norm.shape, [&](RowIndex at) {
    float* y = float_row(*nodes.back(), at);
    const float factor = centre(norm, float_row(*norm.source[0], at), y);
    const float* w = float_row(weight, repeated(weight, at));
    for (std::int64_t i = 0; i < n; ++i) y[i] = y[i] * factor * w[i];
    if (bias == nullptr) return;
    const float* b = float_row(*bias, repeated(*bias, at));
    for (std::int64_t i = 0; i < n; ++i) y[i] += b[i];
  });
}

}  // namespace cpu_fused_norm

void register_cpu_fused_norm(CpuFusedTable& table) { table.add("norm", {cpu_fused_norm::run}); }

}  // namespace tern
