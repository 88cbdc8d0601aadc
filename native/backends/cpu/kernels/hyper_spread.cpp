#include "core/ops/hyper_spread.h"

#include <algorithm>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_hyper_spread {

void add(float* y, const float* x, float weight, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) y[i] += x[i] * weight;
}

void run(const CpuTask& task, const Tensor& node) {
  const Tensor& x = *node.source[0];
  const Tensor& residual = *node.source[1];
  const Tensor& gains = *node.source[2];
  const Tensor* weights = node.source[3];
  const std::int64_t n = node.shape[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    const auto [to, token, none] = at;
    float* y = float_row(node, at);
    std::fill_n(y, n, 0.0f);
    add(y, float_row(x, {token, 0, 0}), float_row(gains, {token, 0, 0})[to], n);
    if (weights == nullptr) add(y, float_row(residual, at), 1.0f, n);
    for (std::int64_t from = 0; weights != nullptr && from < node.shape[1]; ++from)
      add(y, float_row(residual, {from, token, 0}), float_row(*weights, {from, token, 0})[to], n);
  });
}

}  // namespace cpu_hyper_spread

void register_cpu_hyper_spread(CpuKernelTable& table) {
  table.add(hyper_spread_op, {cpu_hyper_spread::run});
}

}  // namespace tern
