#include "core/ops/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backends/common/alibi.h"
#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_softmax {

constexpr float nothing = -std::numeric_limits<float>::infinity();

/// `sink` takes part in the sum; `nothing` if there is none.
void normalise(const SimdKernels& simd, float* y, std::int64_t n, float sink) {
  const float largest = std::max(sink, *std::max_element(y, y + n));
  if (largest == nothing) {
    std::fill_n(y, n, 0.0f);
    return;
  }
  const float factor = 1.0f / (simd.exponentiate(y, n, largest) + std::exp(sink - largest));
  for (std::int64_t i = 0; i < n; ++i) y[i] *= factor;
}

const float* mask_row(const Tensor* mask, RowIndex at) {
  if (mask == nullptr) return nullptr;
  return float_row(*mask, {at.i1, at.i2 % mask->shape[2], at.i3 % mask->shape[3]});
}

float sink_of(const Tensor* sinks, RowIndex at) {
  return sinks == nullptr ? nothing : float_row(*sinks, {0, 0, 0})[at.i2];
}

void run(const CpuTask& task, const Tensor& node) {
  const auto params = node.params<SoftmaxParams>();
  const float scale = params.scale;
  const std::int64_t n = node.shape[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* x = float_row(*node.source[0], at);
    const float* mask = mask_row(node.source[1], at);
    float* y = float_row(node, at);
    for (std::int64_t i = 0; i < n; ++i) y[i] = x[i] * scale;
    if (mask != nullptr) {
      const float slope = alibi_slope(params.max_bias, node.shape[2], at.i2);
      for (std::int64_t i = 0; i < n; ++i) y[i] += slope * mask[i];
    }
    normalise(*task.simd, y, n, sink_of(node.source[2], at));
  });
}

}  // namespace cpu_softmax

void register_cpu_softmax(CpuKernelTable& table) { table.add(softmax_op, {cpu_softmax::run}); }

}  // namespace tern
