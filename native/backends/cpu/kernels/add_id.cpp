#include "core/ops/add_id.h"

#include <algorithm>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_add_id {

void run(const CpuTask& task, const Tensor& node) {
  const Tensor& bias = *node.source[1];
  const std::int64_t n = node.shape[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    const auto id = reinterpret_cast<const std::int32_t*>(node.source[2]->row(at.i2))[at.i1];
    const float* x = float_row(*node.source[0], at);
    float* y = float_row(node, at);
    if (id < 0 || id >= bias.shape[1]) {
      std::copy(x, x + n, y);
      return;
    }
    const float* added = float_row(bias, {id, 0, 0});
    for (std::int64_t i = 0; i < n; ++i) y[i] = x[i] + added[i];
  });
}

}  // namespace cpu_add_id

void register_cpu_add_id(CpuKernelTable& table) { table.add(add_id_op, {cpu_add_id::run}); }

}  // namespace tern
