#include "backends/cpu/packed_matmul.h"

#include <cstring>

namespace tern {

std::int64_t bands_at_once(const PackFormat& format, std::int64_t k) {
  constexpr std::size_t cache = 256 * 1024;
  const auto fitting = static_cast<std::int64_t>(cache / band_bytes(format, k));
  return std::max<std::int64_t>(2, fitting / 2 * 2);
}

std::size_t packed_columns_bytes(const Tensor& a, const Tensor& b) {
  return column_pitch(*find_pack_format(a.type), a.shape[0]) *
         static_cast<std::size_t>(row_count(b.shape));
}

void pack_columns(const CpuTask& task, const PackedWeight& weight, const Tensor& b) {
  const PackFormat& format = *weight.format;
  const std::int64_t k = b.shape[0];
  const std::size_t pitch = column_pitch(format, k);
  const Range mine = share_of(row_count(b.shape), task.thread, task.threads);
  for (std::int64_t column = mine.begin; column < mine.end; ++column) {
    const float* x = float_row(b, row_index(b.shape, column));
    std::byte* target = task.shared + static_cast<std::size_t>(column) * pitch;
    if (format.part == 0) {
      std::memcpy(target, x, static_cast<std::size_t>(k) * sizeof(float));
    } else {
      task.simd->quantize_column({x, k, format.part, format.offset, target});
    }
  }
}

void multiply_packed(const CpuTask& task, const PackedWeight& weight, const Tensor& node) {
  for_packed_bands(task, weight, node, [&](PackedJob job, std::int64_t band) {
    job.column_count = row_count(node.shape);
    job.y = float_row(node, {0, 0, 0}) + band * band_rows;
    task.simd->multiply_packed[static_cast<std::size_t>(weight.format->packing)](job);
  });
}

}  // namespace tern
