#include "core/ops/optimizer.h"

#include <cmath>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_optimizer {

/// As they stand in source[3].
struct Adamw {
  float rate, beta1, beta2, epsilon, decay, correction1, correction2;
};

/// Decay acts on the weights themselves, not through the moments.
void adamw(const CpuTask& task, const Tensor& node) {
  const Adamw p = *reinterpret_cast<const Adamw*>(node.source[3]->data);
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* gradient = float_row(*node.source[0], at);
    float* first = float_row(*node.source[1], at);
    float* second = float_row(*node.source[2], at);
    float* w = float_row(node, at);
    for (std::int64_t i = 0; i < node.shape[0]; ++i) {
      const float g = gradient[i];
      first[i] = first[i] * p.beta1 + g * (1.0f - p.beta1);
      second[i] = second[i] * p.beta2 + g * g * (1.0f - p.beta2);
      const float step =
          first[i] * p.correction1 / (std::sqrt(second[i] * p.correction2) + p.epsilon);
      w[i] = w[i] * (1.0f - p.rate * p.decay) - p.rate * step;
    }
  });
}

void sgd(const CpuTask& task, const Tensor& node) {
  const float* params = float_row(*node.source[1], {0, 0, 0});
  const float rate = params[0];
  const float kept = 1.0f - rate * params[1];
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* gradient = float_row(*node.source[0], at);
    float* w = float_row(node, at);
    for (std::int64_t i = 0; i < node.shape[0]; ++i) w[i] = w[i] * kept - rate * gradient[i];
  });
}

}  // namespace cpu_optimizer

void register_cpu_optimizer(CpuKernelTable& table) {
  table.add(opt_step_adamw_op, {cpu_optimizer::adamw});
  table.add(opt_step_sgd_op, {cpu_optimizer::sgd});
}

}  // namespace tern
