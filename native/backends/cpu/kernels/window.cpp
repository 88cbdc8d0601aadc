#include "core/ops/window.h"

#include <algorithm>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_window {

std::int64_t windows_across(std::int64_t columns, std::int64_t size) {
  return (columns + size - 1) / size;
}

void run_part(const CpuTask& task, const Tensor& node) {
  const Tensor& x = *node.source[0];
  const std::int64_t size = node.params<WindowParams>().size;
  const std::int64_t across = windows_across(x.shape[1], size);
  for_each_row(task, node.shape, [&](RowIndex at) {
    const std::int64_t column = at.i3 % across * size + at.i1;
    const std::int64_t row = at.i3 / across * size + at.i2;
    float* y = float_row(node, at);
    if (column < x.shape[1] && row < x.shape[2]) {
      std::copy_n(float_row(x, {column, row, 0}), node.shape[0], y);
    } else {
      std::fill_n(y, node.shape[0], 0.0f);
    }
  });
}

void run_join(const CpuTask& task, const Tensor& node) {
  const std::int64_t size = node.params<WindowParams>().size;
  const std::int64_t across = windows_across(node.shape[1], size);
  for_each_row(task, node.shape, [&](RowIndex at) {
    const std::int64_t window = at.i2 / size * across + at.i1 / size;
    std::copy_n(float_row(*node.source[0], {at.i1 % size, at.i2 % size, window}), node.shape[0],
                float_row(node, at));
  });
}

}  // namespace cpu_window

void register_cpu_window(CpuKernelTable& table) {
  table.add(window_part_op, {cpu_window::run_part});
  table.add(window_join_op, {cpu_window::run_join});
}

}  // namespace tern
