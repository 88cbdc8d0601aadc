#include "backends/cpu/packed_matmul.h"

#include <algorithm>
#include <cstring>

namespace tern {
namespace packed_matmul {

/// Bands that are multiplied with all columns before the next ones: together with some columns they
/// stay in the second-level cache.
std::int64_t bands_at_once(const PackedWeight& weight) {
  constexpr std::size_t cache = 256 * 1024;
  const auto fitting = static_cast<std::int64_t>(cache / weight.band_bytes);
  return std::max<std::int64_t>(2, fitting / 2 * 2);
}

}  // namespace packed_matmul

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
  const PackFormat& format = *weight.format;
  const std::int64_t rows = node.shape[0];
  const std::int64_t k = node.source[0]->shape[0];
  const auto multiply = task.simd->multiply_packed[static_cast<std::size_t>(format.packing)];
  const Range mine = share_of(weight.bands, task.thread, task.threads);
  const std::int64_t step = packed_matmul::bands_at_once(weight);
  for (std::int64_t band = mine.begin; band < mine.end; band += step) {
    const std::int64_t end = std::min(band + step, mine.end);
    multiply({.bands = weight.band(0, band),
              .band_bytes = weight.band_bytes,
              .rows = std::min(end * band_rows, rows) - band * band_rows,
              .k = k,
              .columns = task.shared,
              .column_pitch = column_pitch(format, k),
              .column_count = row_count(node.shape),
              .y = float_row(node, {0, 0, 0}) + band * band_rows,
              .pitch_y = rows});
  }
}

}  // namespace tern
