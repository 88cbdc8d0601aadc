#include "core/ops/hyper_merge.h"

#include <algorithm>

#include "backends/cpu/activation.h"
#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_hyper_merge {

void add(float* y, const float* x, float weight, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) y[i] += x[i] * weight;
}

void add_gated(float* y, const float* x, const float* gates, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) y[i] += x[i] * sigmoid(gates[i]);
}

void run(const CpuTask& task, const Tensor& node) {
  const auto params = node.params<HyperMergeParams>();
  const Tensor& x = *node.source[0];
  const Tensor& weights = *node.source[1];
  const std::int64_t n = node.shape[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    const std::int64_t token = at.i1;
    float* y = float_row(node, at);
    std::fill_n(y, n, 0.0f);
    for (std::int64_t stream = 0; stream < x.shape[1]; ++stream) {
      const float* from = float_row(x, {stream, token, 0});
      if (params.gated) {
        add_gated(y, from, float_row(weights, {stream, token, 0}), n);
      } else {
        add(y, from, float_row(weights, {token, 0, 0})[stream], n);
      }
    }
    for (std::int64_t i = 0; i < n; ++i) y[i] *= params.scale;
  });
}

}  // namespace cpu_hyper_merge

void register_cpu_hyper_merge(CpuKernelTable& table) {
  table.add(hyper_merge_op, {cpu_hyper_merge::run});
}

}  // namespace tern
