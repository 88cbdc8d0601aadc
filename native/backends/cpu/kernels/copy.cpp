#include "core/ops/copy.h"

#include <cstring>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_copy {

/// Scratch: one row of floats, for conversions.
std::size_t scratch_bytes(const Tensor& node) {
  return node.type == node.source[0]->type
             ? 0
             : static_cast<std::size_t>(node.shape[0]) * sizeof(float);
}

/// Same type: moves bytes, whole rows where they are contiguous.
void move_row(const Tensor& from, const Tensor& to, RowIndex at) {
  const std::byte* source = from.row(at.i1, at.i2, at.i3);
  std::byte* target = to.row(at.i1, at.i2, at.i3);
  if (has_contiguous_rows(from)) {
    std::memcpy(target, source, row_bytes(from.type, from.shape[0]));
    return;
  }
  const std::size_t bytes = traits(from.type).block_bytes;
  for (std::int64_t i = 0; i < from.shape[0]; ++i) {
    const auto k = static_cast<std::size_t>(i);
    std::memcpy(target + k * bytes, source + k * from.stride[0], bytes);
  }
}

void convert_row(const Tensor& from, const Tensor& to, RowIndex at, float* floats) {
  const std::byte* source = from.row(at.i1, at.i2, at.i3);
  const auto to_float = traits(from.type).to_float;
  if (has_contiguous_rows(from)) {
    to_float(source, floats, from.shape[0]);
  } else {
    for (std::int64_t i = 0; i < from.shape[0]; ++i) {
      to_float(source + static_cast<std::size_t>(i) * from.stride[0], floats + i, 1);
    }
  }
  traits(to.type).from_float(floats, to.row(at.i1, at.i2, at.i3), to.shape[0]);
}

void run(const CpuTask& task, const Tensor& node) {
  const Tensor& source = *node.source[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    if (source.type == node.type) {
      move_row(source, node, at);
    } else {
      convert_row(source, node, at, reinterpret_cast<float*>(task.scratch));
    }
  });
}

}  // namespace cpu_copy

void register_cpu_copy(CpuKernelTable& table) {
  table.add(cont_op, {cpu_copy::run, cpu_copy::scratch_bytes});
  table.add(copy_op, {cpu_copy::run, cpu_copy::scratch_bytes});
}

}  // namespace tern
