#include "core/ops/parametric.h"

#include <algorithm>
#include <cmath>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_parametric {

float apply(const ClampParams& p, float x) { return std::clamp(x, p.low, p.high); }

float apply(const LeakyReluParams& p, float x) { return x > 0.0f ? x : p.slope * x; }

float apply(const XieluParams& p, float x) {
  if (x > 0.0f) return p.positive * x * x + p.linear * x;
  return (std::expm1(std::fmin(x, p.limit)) - x) * p.negative + p.linear * x;
}

template <class Params>
void run(const CpuTask& task, const Tensor& node) {
  const auto params = node.params<Params>();
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* x = float_row(*node.source[0], at);
    float* y = float_row(node, at);
    for (std::int64_t i = 0; i < node.shape[0]; ++i) y[i] = apply(params, x[i]);
  });
}

}  // namespace cpu_parametric

void register_cpu_parametric(CpuKernelTable& table) {
  using namespace cpu_parametric;
  table.add(clamp_op, {run<ClampParams>});
  table.add(leaky_relu_op, {run<LeakyReluParams>});
  table.add(xielu_op, {run<XieluParams>});
}

}  // namespace tern
