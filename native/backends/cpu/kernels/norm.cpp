#include "core/ops/norm.h"

#include <algorithm>
#include <cmath>

#include "backends/cpu/kernel.h"
#include "backends/cpu/vector.h"

namespace tern {
namespace cpu_norm {

void layer(const CpuTask& task, const Tensor& node) {
  const auto epsilon = node.params<NormParams>().epsilon;
  const std::int64_t n = node.shape[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* x = float_row(*node.source[0], at);
    float* y = float_row(node, at);
    const float mean = sum(x, n) / static_cast<float>(n);
    for (std::int64_t i = 0; i < n; ++i) y[i] = x[i] - mean;
    const float factor = 1.0f / std::sqrt(dot(y, y, n) / static_cast<float>(n) + epsilon);
    for (std::int64_t i = 0; i < n; ++i) y[i] *= factor;
  });
}

void rms(const CpuTask& task, const Tensor& node) {
  const auto epsilon = node.params<NormParams>().epsilon;
  const std::int64_t n = node.shape[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* x = float_row(*node.source[0], at);
    float* y = float_row(node, at);
    const float factor = 1.0f / std::sqrt(dot(x, x, n) / static_cast<float>(n) + epsilon);
    for (std::int64_t i = 0; i < n; ++i) y[i] = x[i] * factor;
  });
}

void l2(const CpuTask& task, const Tensor& node) {
  const auto epsilon = node.params<NormParams>().epsilon;
  const std::int64_t n = node.shape[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* x = float_row(*node.source[0], at);
    float* y = float_row(node, at);
    const float factor = 1.0f / std::fmax(std::sqrt(dot(x, x, n)), epsilon);
    for (std::int64_t i = 0; i < n; ++i) y[i] = x[i] * factor;
  });
}

/// Calls body(RowIndex) for the rows of some matrices of one batch.
template <class Body>
void for_rows_of(const Shape& shape, Range matrices, std::int64_t batch, const Body& body) {
  for (std::int64_t i2 = matrices.begin; i2 < matrices.end; ++i2) {
    for (std::int64_t i1 = 0; i1 < shape[1]; ++i1) body(RowIndex{i1, i2, batch});
  }
}

/// The groups may be long, so their sums are kept in double.
void normalise_group(const Tensor& node, Range matrices, std::int64_t batch, float epsilon) {
  const std::int64_t n = node.shape[0];
  const auto count = static_cast<double>(n * node.shape[1] * (matrices.end - matrices.begin));
  double total = 0.0;
  for_rows_of(node.shape, matrices, batch,
              [&](RowIndex at) { total += sum(float_row(*node.source[0], at), n); });
  const auto mean = static_cast<float>(total / count);
  double squares = 0.0;
  for_rows_of(node.shape, matrices, batch, [&](RowIndex at) {
    const float* x = float_row(*node.source[0], at);
    float* y = float_row(node, at);
    for (std::int64_t i = 0; i < n; ++i) y[i] = x[i] - mean;
    squares += dot(y, y, n);
  });
  const auto factor = static_cast<float>(1.0 / std::sqrt(squares / count + epsilon));
  for_rows_of(node.shape, matrices, batch, [&](RowIndex at) {
    float* y = float_row(node, at);
    for (std::int64_t i = 0; i < n; ++i) y[i] *= factor;
  });
}

void group(const CpuTask& task, const Tensor& node) {
  const auto params = node.params<NormParams>();
  const std::int64_t channels = node.shape[2];
  const std::int64_t size = (channels + params.groups - 1) / params.groups;
  // More groups than channels have nothing in them.
  const std::int64_t groups = std::min<std::int64_t>(params.groups, channels);
  const Range mine = share_of(groups * node.shape[3], task.thread, task.threads);
  for (std::int64_t piece = mine.begin; piece < mine.end; ++piece) {
    const std::int64_t first = piece % groups * size;
    const Range matrices{std::min(first, channels), std::min(first + size, channels)};
    if (matrices.begin == matrices.end) continue;
    normalise_group(node, matrices, piece / groups, params.epsilon);
  }
}

}  // namespace cpu_norm

void register_cpu_norm(CpuKernelTable& table) {
  table.add(layer_norm_op, {cpu_norm::layer});
  table.add(rms_norm_op, {cpu_norm::rms});
  table.add(l2_norm_op, {cpu_norm::l2});
  table.add(group_norm_op, {cpu_norm::group});
}

}  // namespace tern
