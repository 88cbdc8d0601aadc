#include "core/ops/set_rows.h"

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_set_rows {

void run(const CpuTask& task, const Tensor& node) {
  const Tensor& source = *node.source[0];
  const Tensor& rows = *node.source[1];
  const auto from_float = traits(node.type).from_float;
  for_each_row(task, source.shape, [&](RowIndex at) {
    const std::byte* numbers = rows.row(at.i2 % rows.shape[1], at.i3 % rows.shape[2]);
    const std::int32_t number = reinterpret_cast<const std::int32_t*>(numbers)[at.i1];
    if (number < 0 || number >= node.shape[1]) return;
    from_float(float_row(source, at), node.row(number, at.i2, at.i3), node.shape[0]);
  });
}

}  // namespace cpu_set_rows

void register_cpu_set_rows(CpuKernelTable& table) { table.add(set_rows_op, {cpu_set_rows::run}); }

}  // namespace tern
