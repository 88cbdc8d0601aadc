#include "core/ops/cross_entropy.h"

#include <algorithm>
#include <cmath>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_cross_entropy {

/// The logarithm of the sum of the exponentials of a row: what softmax divides by.
double log_sum(const float* x, std::int64_t n) {
  const double largest = *std::max_element(x, x + n);
  double total = 0.0;
  for (std::int64_t i = 0; i < n; ++i) total += std::exp(x[i] - largest);
  return largest + std::log(total);
}

/// One thread, so that the order of additions does not depend on their number.
void loss(const CpuTask& task, const Tensor& node) {
  if (task.thread != 0) return;
  const Tensor& logits = *node.source[0];
  const std::int64_t n = logits.shape[0];
  double total = 0.0;
  for_each_row({}, logits.shape, [&](RowIndex at) {
    const float* x = float_row(logits, at);
    const float* wanted = float_row(*node.source[1], at);
    const double divisor = log_sum(x, n);
    // Where nothing is wanted, a logit of minus infinity must not count.
    for (std::int64_t i = 0; i < n; ++i)
      total += wanted[i] == 0.0f ? 0.0 : wanted[i] * (divisor - x[i]);
  });
  *float_row(node, {0, 0, 0}) =
      static_cast<float>(total / static_cast<double>(row_count(logits.shape)));
}

void backward(const CpuTask& task, const Tensor& node) {
  const double rows = static_cast<double>(row_count(node.shape));
  const double gradient = *float_row(*node.source[0], {0, 0, 0}) / rows;
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* x = float_row(*node.source[1], at);
    const float* wanted = float_row(*node.source[2], at);
    float* y = float_row(node, at);
    const double divisor = log_sum(x, node.shape[0]);
    for (std::int64_t i = 0; i < node.shape[0]; ++i)
      y[i] = static_cast<float>((std::exp(x[i] - divisor) - wanted[i]) * gradient);
  });
}

}  // namespace cpu_cross_entropy

void register_cpu_cross_entropy(CpuKernelTable& table) {
  table.add(cross_entropy_loss_op, {cpu_cross_entropy::loss});
  table.add(cross_entropy_loss_back_op, {cpu_cross_entropy::backward});
}

}  // namespace tern
