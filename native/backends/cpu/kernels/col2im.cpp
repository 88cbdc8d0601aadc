#include "core/ops/col2im.h"

#include <algorithm>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_col2im {

/// Scratch: a column of one output as floats.
std::size_t scratch_bytes(const Tensor& node) {
  return static_cast<std::size_t>(node.source[0]->shape[0] / node.shape[1]) * sizeof(float);
}

/// Adds a column that begins at element `first` of y; what lies outside is dropped.
void add(const float* column, std::int64_t size, std::int64_t first, float* y,
         std::int64_t length) {
  const std::int64_t begin = std::max<std::int64_t>(0, -first);
  const std::int64_t end = std::min(size, length - first);
  for (std::int64_t i = begin; i < end; ++i) y[first + i] += column[i];
}

void run(const CpuTask& task, const Tensor& node) {
  const Tensor& x = *node.source[0];
  const auto p = node.params<Col2imParams>();
  const std::int64_t size = x.shape[0] / node.shape[1];
  auto* column = reinterpret_cast<float*>(task.scratch);
  for_each_row(task, node.shape, [&](RowIndex at) {
    float* y = float_row(node, at);
    std::fill_n(y, node.shape[0], 0.0f);
    for (std::int64_t i = 0; i < x.shape[1]; ++i) {
      traits(x.type).to_float(x.row(i) + row_bytes(x.type, at.i1 * size), column, size);
      add(column, size, i * p.stride - p.padding, y, node.shape[0]);
    }
  });
}

}  // namespace cpu_col2im

void register_cpu_col2im(CpuKernelTable& table) {
  table.add(col2im_op, {cpu_col2im::run, cpu_col2im::scratch_bytes});
}

}  // namespace tern
