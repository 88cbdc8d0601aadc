#include "core/ops/get_rows.h"

#include <algorithm>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_get_rows {

void run(const CpuTask& task, const Tensor& node) {
  const Tensor& table = *node.source[0];
  const auto* numbers = reinterpret_cast<const std::int32_t*>(node.source[1]->data);
  const auto to_float = traits(table.type).to_float;
  for_each_row(task, node.shape, [&](RowIndex at) {
    const std::int32_t number = numbers[at.i1];
    float* result = float_row(node, at);
    if (number >= 0 && number < table.shape[1]) {
      to_float(table.row(number), result, node.shape[0]);
    } else {
      std::fill_n(result, node.shape[0], 0.0f);
    }
  });
}

}  // namespace cpu_get_rows

void register_cpu_get_rows(CpuKernelTable& table) { table.add(get_rows_op, {cpu_get_rows::run}); }

}  // namespace tern
