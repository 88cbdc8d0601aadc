#include "core/ops/out_prod.h"

#include <algorithm>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_out_prod {

void run(const CpuTask& task, const Tensor& node) {
  const Tensor& a = *node.source[0];
  const Tensor& b = *node.source[1];
  const std::int64_t n = node.shape[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    const std::int64_t a2 = at.i2 / (node.shape[2] / a.shape[2]);
    const std::int64_t a3 = at.i3 / (node.shape[3] / a.shape[3]);
    float* y = float_row(node, at);
    std::fill_n(y, n, 0.0f);
    for (std::int64_t k = 0; k < a.shape[1]; ++k) {
      const std::byte* element =
          b.row(k, at.i2, at.i3) + static_cast<std::size_t>(at.i1) * b.stride[0];
      const float factor = *reinterpret_cast<const float*>(element);
      const float* x = float_row(a, {k, a2, a3});
      for (std::int64_t i = 0; i < n; ++i) y[i] += factor * x[i];
    }
  });
}

}  // namespace cpu_out_prod

void register_cpu_out_prod(CpuKernelTable& table) { table.add(out_prod_op, {cpu_out_prod::run}); }

}  // namespace tern
