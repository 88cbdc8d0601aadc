#include "core/ops/triangle.h"

#include <algorithm>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_triangle {

/// The columns of a row that are kept.
Range kept(Triangle part, std::int64_t row, std::int64_t n) {
  switch (part) {
    case Triangle::upper_with_diagonal: return {row, n};
    case Triangle::upper: return {row + 1, n};
    case Triangle::lower_with_diagonal: return {0, row + 1};
    case Triangle::lower: break;
  }
  return {0, row};
}

void keep_part(const CpuTask& task, const Tensor& node) {
  const auto part = node.params<TriParams>().part;
  for_each_row(task, node.shape, [&](RowIndex at) {
    const Range columns = kept(part, at.i1, node.shape[0]);
    const float* x = float_row(*node.source[0], at);
    float* y = float_row(node, at);
    std::fill_n(y, node.shape[0], 0.0f);
    std::copy(x + columns.begin, x + columns.end, y + columns.begin);
  });
}

void put_on_diagonal(const CpuTask& task, const Tensor& node) {
  for_each_row(task, node.shape, [&](RowIndex at) {
    float* y = float_row(node, at);
    std::fill_n(y, node.shape[0], 0.0f);
    y[at.i1] = float_row(*node.source[0], {0, at.i2, at.i3})[at.i1];
  });
}

/// Row by row from the top; each needs those above it.
void solve_columns(const Tensor& node, std::int64_t i2, std::int64_t i3, Range columns) {
  for (std::int64_t row = 0; row < node.shape[1]; ++row) {
    const float* a = float_row(*node.source[0], {row, i2, i3});
    const float* b = float_row(*node.source[1], {row, i2, i3});
    float* x = float_row(node, {row, i2, i3});
    for (std::int64_t c = columns.begin; c < columns.end; ++c) x[c] = 0.0f;
    for (std::int64_t above = 0; above < row; ++above) {
      const float* solved = float_row(node, {above, i2, i3});
      for (std::int64_t c = columns.begin; c < columns.end; ++c) x[c] += a[above] * solved[c];
    }
    for (std::int64_t c = columns.begin; c < columns.end; ++c) x[c] = (b[c] - x[c]) / a[row];
  }
}

/// Threads share the columns, which do not depend on each other.
void solve(const CpuTask& task, const Tensor& node) {
  const Range mine = share_of(node.shape[0], task.thread, task.threads);
  for (std::int64_t i3 = 0; i3 < node.shape[3]; ++i3) {
    for (std::int64_t i2 = 0; i2 < node.shape[2]; ++i2) solve_columns(node, i2, i3, mine);
  }
}

}  // namespace cpu_triangle

void register_cpu_triangle(CpuKernelTable& table) {
  table.add(tri_op, {cpu_triangle::keep_part});
  table.add(diag_op, {cpu_triangle::put_on_diagonal});
  table.add(solve_tri_op, {cpu_triangle::solve});
}

}  // namespace tern
