#include "core/ops/get_rows.h"

#include <cstring>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_get_rows {

void run(const CpuTask& task, const Tensor& node) {
  const Tensor& table = *node.source[0];
  const Tensor& rows = *node.source[1];
  const auto to_float = traits(table.type).to_float;
  for_each_row(task, node.shape, [&](RowIndex at) {
    const auto number = reinterpret_cast<const std::int32_t*>(rows.row(at.i2, at.i3))[at.i1];
    std::byte* result = node.row(at.i1, at.i2, at.i3);
    if (number < 0 || number >= table.shape[1]) {
      std::memset(result, 0, row_bytes(node.type, node.shape[0]));
    } else if (table.type == Type::i32) {
      std::memcpy(result, table.row(number, at.i2, at.i3), row_bytes(node.type, node.shape[0]));
    } else {
      to_float(table.row(number, at.i2, at.i3), float_row(node, at), node.shape[0]);
    }
  });
}

}  // namespace cpu_get_rows

void register_cpu_get_rows(CpuKernelTable& table) { table.add(get_rows_op, {cpu_get_rows::run}); }

}  // namespace tern
