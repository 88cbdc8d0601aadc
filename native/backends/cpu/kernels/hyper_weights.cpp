#include "core/ops/hyper_weights.h"

#include <algorithm>
#include <cmath>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_hyper_weights {

/// Divides `n` elements that are `step` apart by their sum.
void normalise(float* x, std::int64_t n, std::int64_t step, float epsilon) {
  float sum = epsilon;
  for (std::int64_t i = 0; i < n; ++i) sum += x[i * step];
  for (std::int64_t i = 0; i < n; ++i) x[i * step] *= 1.0f / sum;
}

void softmax(float* x, std::int64_t n, float epsilon) {
  const float largest = *std::max_element(x, x + n);
  for (std::int64_t i = 0; i < n; ++i) x[i] = std::exp(x[i] - largest);
  normalise(x, n, 1, 0.0f);
  for (std::int64_t i = 0; i < n; ++i) x[i] += epsilon;
}

/// y[from][to], n × n.
void balance(float* y, std::int64_t n, const HyperWeightsParams& p) {
  for (std::int64_t from = 0; from < n; ++from) softmax(y + from * n, n, p.epsilon);
  for (std::int32_t round = 0; round < p.iterations; ++round) {
    if (round > 0)
      for (std::int64_t from = 0; from < n; ++from) normalise(y + from * n, n, 1, p.epsilon);
    for (std::int64_t to = 0; to < n; ++to) normalise(y + to, n, n, p.epsilon);
  }
}

void run(const CpuTask& task, const Tensor& node) {
  const auto params = node.params<HyperWeightsParams>();
  const std::int64_t n = node.shape[0];
  const float scale = float_row(*node.source[1], {0, 0, 0})[2];
  const float* base = float_row(*node.source[2], {0, 0, 0}) + 2 * n;
  const Range tokens = share_of(node.shape[2], task.thread, task.threads);
  for (std::int64_t token = tokens.begin; token < tokens.end; ++token) {
    const float* mixes = float_row(*node.source[0], {token, 0, 0}) + 2 * n;
    float* y = float_row(node, {0, token, 0});
    for (std::int64_t i = 0; i < n * n; ++i) y[i] = mixes[i] * scale + base[i];
    balance(y, n, params);
  }
}

}  // namespace cpu_hyper_weights

void register_cpu_hyper_weights(CpuKernelTable& table) {
  table.add(hyper_weights_op, {cpu_hyper_weights::run});
}

}  // namespace tern
