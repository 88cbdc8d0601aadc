#include "core/ops/unary.h"

#include <cmath>

#include "backends/cpu/activation.h"
#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_unary {

float hyperbolic_tangent(float x) { return std::tanh(x); }

template <float (*function)(float)>
void run(const CpuTask& task, const Tensor& node) {
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* x = float_row(*node.source[0], at);
    float* y = float_row(node, at);
    for (std::int64_t i = 0; i < node.shape[0]; ++i) y[i] = function(x[i]);
  });
}

}  // namespace cpu_unary

void register_cpu_unary(CpuKernelTable& table) {
  using namespace cpu_unary;
  table.add(relu_op, {run<relu>});
  table.add(sigmoid_op, {run<sigmoid>});
  table.add(silu_op, {run<silu>});
  table.add(tanh_op, {run<hyperbolic_tangent>});
  table.add(gelu_op, {run<gelu>});
  table.add(gelu_erf_op, {run<gelu_erf>});
  table.add(gelu_quick_op, {run<gelu_quick>});
}

}  // namespace tern
