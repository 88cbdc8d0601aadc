#include "core/ops/repeat.h"

#include <algorithm>
#include <cstring>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_repeat {

void forward(const CpuTask& task, const Tensor& node) {
  const Tensor& x = *node.source[0];
  const std::size_t bytes = row_bytes(x.type, x.shape[0]);
  const std::int64_t times = x.shape[0] == 0 ? 0 : node.shape[0] / x.shape[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    const std::byte* from = x.row(at.i1 % x.shape[1], at.i2 % x.shape[2], at.i3 % x.shape[3]);
    std::byte* to = node.row(at.i1, at.i2, at.i3);
    for (std::int64_t i = 0; i < times; ++i, to += bytes) std::memcpy(to, from, bytes);
  });
}

/// Adds all parts of a row to y, which is as long as one part.
void add_parts(const float* x, std::int64_t length, std::int64_t n, float* y) {
  for (std::int64_t start = 0; start < length; start += n) {
    for (std::int64_t i = 0; i < n; ++i) y[i] += x[start + i];
  }
}

void backward(const CpuTask& task, const Tensor& node) {
  const Tensor& x = *node.source[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    float* y = float_row(node, at);
    std::fill_n(y, node.shape[0], 0.0f);
    for (std::int64_t i3 = at.i3; i3 < x.shape[3]; i3 += node.shape[3]) {
      for (std::int64_t i2 = at.i2; i2 < x.shape[2]; i2 += node.shape[2]) {
        for (std::int64_t i1 = at.i1; i1 < x.shape[1]; i1 += node.shape[1])
          add_parts(float_row(x, {i1, i2, i3}), x.shape[0], node.shape[0], y);
      }
    }
  });
}

}  // namespace cpu_repeat

void register_cpu_repeat(CpuKernelTable& table) {
  table.add(repeat_op, {cpu_repeat::forward});
  table.add(repeat_back_op, {cpu_repeat::backward});
}

}  // namespace tern
