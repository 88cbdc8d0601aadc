#include "core/ops/copy.h"

#include <cmath>
#include <cstring>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_copy {

bool moves_bytes(const Tensor& node) { return node.type == node.source[0]->type; }

/// Scratch: one row of floats, for conversions.
std::size_t scratch_bytes(const Tensor& node) {
  return moves_bytes(node) ? 0 : static_cast<std::size_t>(node.shape[0]) * sizeof(float);
}

/// Same type: moves bytes, whole rows where they are contiguous.
void move_row(const Tensor& from, const Tensor& to, RowIndex at) {
  const std::byte* source = from.row(at.i1, at.i2, at.i3);
  std::byte* target = to.row(at.i1, at.i2, at.i3);
  if (has_contiguous_rows(from) && has_contiguous_rows(to)) {
    std::memcpy(target, source, row_bytes(from.type, from.shape[0]));
    return;
  }
  const std::size_t bytes = traits(from.type).block_bytes;
  const auto blocks = static_cast<std::size_t>(from.shape[0] / traits(from.type).block_size);
  for (std::size_t i = 0; i < blocks; ++i)
    std::memcpy(target + i * to.stride[0], source + i * from.stride[0], bytes);
}

void integers_to_float(const std::byte* source, float* target, std::int64_t n) {
  const auto* integers = reinterpret_cast<const std::int32_t*>(source);
  for (std::int64_t i = 0; i < n; ++i) target[i] = static_cast<float>(integers[i]);
}

/// Numbers outside the range give its ends, NaN gives 0.
void integers_from_float(const float* source, std::byte* target, std::int64_t n) {
  auto* integers = reinterpret_cast<std::int32_t*>(target);
  for (std::int64_t i = 0; i < n; ++i) {
    const auto x = static_cast<double>(source[i]);
    const double limited = std::fmin(std::fmax(x, -2147483648.0), 2147483647.0);
    integers[i] = std::isnan(x) ? 0 : static_cast<std::int32_t>(limited);
  }
}

void load_row(const Tensor& from, const std::byte* source, float* floats) {
  const auto convert = from.type == Type::i32 ? integers_to_float : traits(from.type).to_float;
  if (has_contiguous_rows(from)) {
    convert(source, floats, from.shape[0]);
    return;
  }
  for (std::int64_t i = 0; i < from.shape[0]; ++i)
    convert(source + static_cast<std::size_t>(i) * from.stride[0], floats + i, 1);
}

void store_row(const Tensor& to, const float* floats, std::byte* target) {
  const auto convert = to.type == Type::i32 ? integers_from_float : traits(to.type).from_float;
  if (has_contiguous_rows(to)) {
    convert(floats, target, to.shape[0]);
    return;
  }
  for (std::int64_t i = 0; i < to.shape[0]; ++i)
    convert(floats + i, target + static_cast<std::size_t>(i) * to.stride[0], 1);
}

void run(const CpuTask& task, const Tensor& node) {
  const Tensor& source = *node.source[0];
  auto* floats = reinterpret_cast<float*>(task.scratch);
  for_each_row(task, node.shape, [&](RowIndex at) {
    if (moves_bytes(node)) {
      move_row(source, node, at);
    } else {
      load_row(source, source.row(at.i1, at.i2, at.i3), floats);
      store_row(node, floats, node.row(at.i1, at.i2, at.i3));
    }
  });
}

}  // namespace cpu_copy

void register_cpu_copy(CpuKernelTable& table) {
  table.add(cont_op, {cpu_copy::run, cpu_copy::scratch_bytes});
  table.add(copy_op, {cpu_copy::run, cpu_copy::scratch_bytes});
}

}  // namespace tern
