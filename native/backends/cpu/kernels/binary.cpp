#include "core/ops/binary.h"

#include <functional>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_binary {

/// Whole rows are the usual case and vectorise; a shorter b is repeated along the row.
template <class Operation>
void combine(const float* a, const float* b, std::int64_t period, std::int64_t n, float* y) {
  for (std::int64_t start = 0; start < n; start += period) {
    for (std::int64_t i = 0; i < period; ++i) y[start + i] = Operation{}(a[start + i], b[i]);
  }
}

template <class Operation>
void combine_scalar(const float* a, float b, std::int64_t n, float* y) {
  for (std::int64_t i = 0; i < n; ++i) y[i] = Operation{}(a[i], b);
}

template <class Operation>
void run(const CpuTask& task, const Tensor& node) {
  const Tensor& b = *node.source[1];
  const std::int64_t n = node.shape[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    const RowIndex at_b{at.i1 % b.shape[1], at.i2 % b.shape[2], at.i3 % b.shape[3]};
    const float* row_a = float_row(*node.source[0], at);
    const float* row_b = float_row(b, at_b);
    if (b.shape[0] == 1) {
      combine_scalar<Operation>(row_a, *row_b, n, float_row(node, at));
    } else {
      combine<Operation>(row_a, row_b, b.shape[0], n, float_row(node, at));
    }
  });
}

}  // namespace cpu_binary

void register_cpu_binary(CpuKernelTable& table) {
  table.add(add_op, {cpu_binary::run<std::plus<float>>});
  table.add(sub_op, {cpu_binary::run<std::minus<float>>});
  table.add(mul_op, {cpu_binary::run<std::multiplies<float>>});
  table.add(div_op, {cpu_binary::run<std::divides<float>>});
}

}  // namespace tern
