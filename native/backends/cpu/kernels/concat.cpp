#include "core/ops/concat.h"

#include <cstring>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_concat {

void join_rows(const Tensor& node, RowIndex at) {
  std::byte* target = node.row(at.i1, at.i2, at.i3);
  for (int part = 0; part < 2; ++part) {
    const Tensor& source = *node.source[static_cast<std::size_t>(part)];
    const std::size_t bytes = row_bytes(source.type, source.shape[0]);
    if (bytes != 0) std::memcpy(target, source.row(at.i1, at.i2, at.i3), bytes);
    target += bytes;
  }
}

void take_row(const Tensor& node, RowIndex at, std::int32_t dim) {
  const Shape& first = node.source[0]->shape;
  std::int64_t* along = dim == 1 ? &at.i1 : dim == 2 ? &at.i2 : &at.i3;
  std::byte* target = node.row(at.i1, at.i2, at.i3);
  const std::int64_t border = first[static_cast<std::size_t>(dim)];
  const Tensor& source = *node.source[*along < border ? 0 : 1];
  if (*along >= border) *along -= border;
  std::memcpy(target, source.row(at.i1, at.i2, at.i3), row_bytes(node.type, node.shape[0]));
}

void run(const CpuTask& task, const Tensor& node) {
  const std::int32_t dim = node.params<ConcatParams>().dim;
  for_each_row(task, node.shape, [&](RowIndex at) {
    if (dim == 0) {
      join_rows(node, at);
    } else {
      take_row(node, at, dim);
    }
  });
}

}  // namespace cpu_concat

void register_cpu_concat(CpuKernelTable& table) { table.add(concat_op, {cpu_concat::run}); }

}  // namespace tern
