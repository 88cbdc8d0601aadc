#include "core/ops/fill.h"

#include <algorithm>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_fill {

void constant(const CpuTask& task, const Tensor& node) {
  const float value = node.params<FillParams>().value;
  for_each_row(task, node.shape,
               [&](RowIndex at) { std::fill_n(float_row(node, at), node.shape[0], value); });
}

void steps(const CpuTask& task, const Tensor& node) {
  const auto params = node.params<ArangeParams>();
  const Range mine = share_of(node.shape[0], task.thread, task.threads);
  float* y = float_row(node, {0, 0, 0});
  for (std::int64_t i = mine.begin; i < mine.end; ++i)
    y[i] = params.start + params.step * static_cast<float>(i);
}

}  // namespace cpu_fill

void register_cpu_fill(CpuKernelTable& table) {
  table.add(fill_op, {cpu_fill::constant});
  table.add(arange_op, {cpu_fill::steps});
}

}  // namespace tern
