#include "core/ops/reduce.h"

#include "backends/cpu/kernel.h"
#include "backends/cpu/vector.h"

namespace tern {
namespace cpu_reduce {

void sums(const CpuTask& task, const Tensor& node) {
  const Tensor& x = *node.source[0];
  for_each_row(task, x.shape,
               [&](RowIndex at) { *float_row(node, at) = sum(float_row(x, at), x.shape[0]); });
}

void means(const CpuTask& task, const Tensor& node) {
  const Tensor& x = *node.source[0];
  for_each_row(task, x.shape, [&](RowIndex at) {
    *float_row(node, at) = sum(float_row(x, at), x.shape[0]) / static_cast<float>(x.shape[0]);
  });
}

void running_sums(const CpuTask& task, const Tensor& node) {
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* x = float_row(*node.source[0], at);
    float* y = float_row(node, at);
    float total = 0.0f;
    for (std::int64_t i = 0; i < node.shape[0]; ++i) y[i] = total += x[i];
  });
}

/// One thread, so that the order of additions does not depend on their number.
void total(const CpuTask& task, const Tensor& node) {
  if (task.thread != 0) return;
  const Tensor& x = *node.source[0];
  double result = 0.0;
  for_each_row({}, x.shape, [&](RowIndex at) { result += sum(float_row(x, at), x.shape[0]); });
  *float_row(node, {0, 0, 0}) = static_cast<float>(result);
}

void count(const CpuTask& task, const Tensor& node) {
  if (task.thread != 0) return;
  std::int32_t result = 0;
  for_each_row({}, node.source[0]->shape, [&](RowIndex at) {
    const std::byte* a = node.source[0]->row(at.i1, at.i2, at.i3);
    const std::byte* b = node.source[1]->row(at.i1, at.i2, at.i3);
    for (std::int64_t i = 0; i < node.source[0]->shape[0]; ++i) {
      result +=
          reinterpret_cast<const std::int32_t*>(a)[i] == reinterpret_cast<const std::int32_t*>(b)[i]
              ? 1
              : 0;
    }
  });
  *reinterpret_cast<std::int32_t*>(node.data) = result;
}

}  // namespace cpu_reduce

void register_cpu_reduce(CpuKernelTable& table) {
  table.add(sum_op, {cpu_reduce::total});
  table.add(sum_rows_op, {cpu_reduce::sums});
  table.add(mean_op, {cpu_reduce::means});
  table.add(cumsum_op, {cpu_reduce::running_sums});
  table.add(count_equal_op, {cpu_reduce::count});
}

}  // namespace tern
