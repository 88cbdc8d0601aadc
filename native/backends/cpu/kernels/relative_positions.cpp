#include "core/ops/relative_positions.h"

#include <cstring>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_relative_positions {

void run(const CpuTask& task, const Tensor& node) {
  const Tensor& table = *node.source[0];
  const std::size_t bytes = row_bytes(node.type, node.shape[0]);
  for_each_row(task, node.shape, [&](RowIndex at) {
    const std::int64_t distance = node.shape[1] - 1 - at.i1 + at.i2;
    if (bytes != 0) std::memcpy(node.row(at.i1, at.i2, at.i3), table.row(distance), bytes);
  });
}

void run_add(const CpuTask& task, const Tensor& node) {
  const std::int64_t columns = node.source[1]->shape[0];
  const std::int64_t rows = node.source[2]->shape[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* x = float_row(*node.source[0], at);
    const float* across = float_row(*node.source[1], at);
    const float* down = float_row(*node.source[2], at);
    float* y = float_row(node, at);
    for (std::int64_t row = 0; row < rows; ++row)
      for (std::int64_t i = 0; i < columns; ++i)
        y[row * columns + i] = x[row * columns + i] + down[row] + across[i];
  });
}

}  // namespace cpu_relative_positions

void register_cpu_relative_positions(CpuKernelTable& table) {
  table.add(relative_positions_op, {cpu_relative_positions::run});
  table.add(add_relative_positions_op, {cpu_relative_positions::run_add});
}

}  // namespace tern
