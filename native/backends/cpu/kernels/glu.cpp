#include "core/ops/glu.h"

#include "backends/cpu/activation.h"
#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_glu {

template <float (*activation)(float)>
void run(const CpuTask& task, const Tensor& node) {
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* gate = float_row(*node.source[0], at);
    const float* value = float_row(*node.source[1], at);
    float* y = float_row(node, at);
    for (std::int64_t i = 0; i < node.shape[0]; ++i) y[i] = activation(gate[i]) * value[i];
  });
}

}  // namespace cpu_glu

void register_cpu_glu(CpuKernelTable& table) {
  table.add(reglu_op, {cpu_glu::run<relu>});
  table.add(geglu_op, {cpu_glu::run<gelu>});
  table.add(swiglu_op, {cpu_glu::run<silu>});
}

}  // namespace tern
