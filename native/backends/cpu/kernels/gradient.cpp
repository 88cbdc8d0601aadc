#include "core/ops/gradient.h"

#include <algorithm>
#include <cmath>

#include "backends/cpu/activation.h"
#include "backends/cpu/kernel.h"
#include "backends/cpu/vector.h"

namespace tern {
namespace cpu_gradient {

/// Calls body(gradient, x, y, n) for each row of this thread.
template <class Body>
void by_row(const CpuTask& task, const Tensor& node, const Body& body) {
  for_each_row(task, node.shape, [&](RowIndex at) {
    body(float_row(*node.source[0], at), float_row(*node.source[1], at), float_row(node, at),
         node.shape[0]);
  });
}

void silu(const CpuTask& task, const Tensor& node) {
  by_row(task, node, [](const float* gradient, const float* x, float* y, std::int64_t n) {
    for (std::int64_t i = 0; i < n; ++i) {
      const float s = sigmoid(x[i]);
      y[i] = gradient[i] * s * (1.0f + x[i] * (1.0f - s));
    }
  });
}

void softmax(const CpuTask& task, const Tensor& node) {
  const float scale = node.params<SoftmaxBackParams>().scale;
  by_row(task, node, [&](const float* gradient, const float* result, float* y, std::int64_t n) {
    const float mean = dot(gradient, result, n);
    for (std::int64_t i = 0; i < n; ++i) y[i] = scale * result[i] * (gradient[i] - mean);
  });
}

void rms_norm(const CpuTask& task, const Tensor& node) {
  const float epsilon = node.params<RmsNormBackParams>().epsilon;
  by_row(task, node, [&](const float* gradient, const float* x, float* y, std::int64_t n) {
    const auto count = static_cast<float>(n);
    const float square = dot(x, x, n) / count + epsilon;
    const float along = dot(gradient, x, n) / count / square;
    const float factor = 1.0f / std::sqrt(square);
    for (std::int64_t i = 0; i < n; ++i) y[i] = (gradient[i] - along * x[i]) * factor;
  });
}

/// Threads share the columns: rows may come several times.
void get_rows(const CpuTask& task, const Tensor& node) {
  const Tensor& gradient = *node.source[0];
  const auto* numbers = reinterpret_cast<const std::int32_t*>(node.source[1]->data);
  const Range mine = share_of(node.shape[0], task.thread, task.threads);
  for (std::int64_t row = 0; row < node.shape[1]; ++row)
    std::fill_n(float_row(node, {row, 0, 0}) + mine.begin, mine.end - mine.begin, 0.0f);
  for (std::int64_t k = 0; k < gradient.shape[1]; ++k) {
    if (numbers[k] < 0 || numbers[k] >= node.shape[1]) continue;
    const float* x = float_row(gradient, {k, 0, 0});
    float* y = float_row(node, {numbers[k], 0, 0});
    for (std::int64_t i = mine.begin; i < mine.end; ++i) y[i] += x[i];
  }
}

}  // namespace cpu_gradient

void register_cpu_gradient(CpuKernelTable& table) {
  table.add(silu_back_op, {cpu_gradient::silu});
  table.add(softmax_back_op, {cpu_gradient::softmax});
  table.add(rms_norm_back_op, {cpu_gradient::rms_norm});
  table.add(get_rows_back_op, {cpu_gradient::get_rows});
}

}  // namespace tern
