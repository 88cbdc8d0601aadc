#include "core/ops/set_rows.h"

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_set_rows {

void run(const CpuTask& task, const Tensor& node) {
  const Tensor& source = *node.source[0];
  const auto* numbers = reinterpret_cast<const std::int32_t*>(node.source[1]->data);
  const auto from_float = traits(node.type).from_float;
  for_each_row(task, source.shape, [&](RowIndex at) {
    const std::int32_t number = numbers[at.i1];
    if (number < 0 || number >= node.shape[1]) return;
    from_float(float_row(source, at), node.row(number), node.shape[0]);
  });
}

}  // namespace cpu_set_rows

void register_cpu_set_rows(CpuKernelTable& table) { table.add(set_rows_op, {cpu_set_rows::run}); }

}  // namespace tern
