#include "core/ops/matmul_id.h"

#include <algorithm>
#include <cstring>

#include "backends/cpu/expert_columns.h"
#include "backends/cpu/packed_matmul.h"

namespace tern {
namespace cpu_matmul_id {

constexpr std::int64_t tile_rows = 16;

/// Columns of an expert that are put side by side for packed weights.
constexpr std::int64_t most_together = 48;

struct Work {
  Work(const CpuTask& task, const Tensor& node)
      : experts(*node.source[0]),
        b(*node.source[1]),
        result(node),
        columns(task.shared + (is_packable(experts) ? packed_columns_bytes(experts, b) : 0),
                *node.source[2], experts.shape[2]) {}

  /// Where a column comes from and goes to.
  const float* x(std::int32_t column) const { return float_row(b, source(column)); }
  float* y(std::int32_t column) const { return float_row(result, place(column)); }

  RowIndex place(std::int32_t column) const {
    return {column % result.shape[1], column / result.shape[1], 0};
  }
  RowIndex source(std::int32_t column) const {
    const RowIndex at = place(column);
    return {at.i1 % b.shape[1], at.i2, 0};
  }

  const Tensor& experts;
  const Tensor& b;
  const Tensor& result;
  ExpertColumns columns;
};

/// Some rows of one expert against all columns that go to it.
void multiply(const CpuTask& task, const Work& work, std::int64_t expert, std::int64_t first) {
  auto* floats = reinterpret_cast<float*>(task.scratch);
  const Tensor& a = work.experts;
  const std::int64_t k = a.shape[0];
  const std::int64_t rows = std::min(tile_rows, a.shape[1] - first);
  for (std::int64_t r = 0; r < rows; ++r)
    traits(a.type).to_float(a.row(first + r, expert), floats + r * k, k);
  for (const std::int32_t column : work.columns.of(expert)) {
    task.simd->multiply_tile({.a = floats,
                              .pitch_a = k,
                              .rows = rows,
                              .b = work.x(column),
                              .pitch_b = k,
                              .columns = 1,
                              .k = k,
                              .y = work.y(column) + first,
                              .pitch_y = work.result.shape[0]});
  }
}

/// What a thread keeps of columns that are put side by side, and of what becomes of them.
struct Together {
  static std::size_t bytes(const Tensor& node) {
    const Tensor& a = *node.source[0];
    const PackFormat& format = *find_pack_format(a.type);
    const auto rows = static_cast<std::size_t>(bands_at_once(format, a.shape[0]) * band_rows);
    const auto most =
        static_cast<std::size_t>(std::min(most_together, node.shape[1] * node.shape[2]));
    return most * (column_pitch(format, a.shape[0]) + rows * sizeof(float));
  }

  Together(const CpuTask& task, const Work& work, std::span<const std::int32_t> numbers,
           std::size_t pitch)
      : columns(task.scratch), y(reinterpret_cast<float*>(columns + numbers.size() * pitch)) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const RowIndex at = work.source(numbers[i]);
      const auto from = static_cast<std::size_t>(at.i2 * work.b.shape[1] + at.i1);
      std::memcpy(columns + i * pitch, task.shared + from * pitch, pitch);
    }
  }

  std::byte* columns;
  float* y;
};

void multiply_packed(const CpuTask& task, const Work& work, std::int64_t expert,
                     std::span<const std::int32_t> numbers) {
  const PackedWeight& weight = *task.packed->find(work.experts);
  const Together together(task, work, numbers, column_pitch(*weight.format, work.b.shape[0]));
  for_packed_bands(task, weight, work.result, [&](PackedJob job, std::int64_t band) {
    job.bands = weight.band(expert, band);
    job.columns = together.columns;
    job.column_count = static_cast<std::int64_t>(numbers.size());
    job.y = together.y;
    job.pitch_y = job.rows;
    task.simd->multiply_packed[static_cast<std::size_t>(weight.format->packing)](job);
    const float* y = together.y;
    for (std::size_t i = 0; i < numbers.size(); ++i, y += job.rows)
      std::copy_n(y, job.rows, work.y(numbers[i]) + band * band_rows);
  });
}

std::size_t scratch_bytes(const Tensor& node) {
  const Tensor& experts = *node.source[0];
  if (is_packable(experts)) return Together::bytes(node);
  return static_cast<std::size_t>(tile_rows * experts.shape[0]) * sizeof(float);
}

std::size_t shared_bytes(const Tensor& node) {
  const Tensor& experts = *node.source[0];
  const std::size_t order = ExpertColumns::bytes(*node.source[2], experts.shape[2]);
  return order + (is_packable(experts) ? packed_columns_bytes(experts, *node.source[1]) : 0);
}

void prepare(const CpuTask& task, const Tensor& node) {
  const Work work(task, node);
  if (task.thread == 0) work.columns.sort();
  if (is_packable(work.experts)) pack_columns(task, *task.packed->find(work.experts), work.b);
}

void clear_unknown(const CpuTask& task, const Tensor& node) {
  const Tensor& ids = *node.source[2];
  for_each_row(task, node.shape, [&](RowIndex at) {
    const auto expert = reinterpret_cast<const std::int32_t*>(ids.row(at.i2))[at.i1];
    if (expert < 0 || expert >= node.source[0]->shape[2])
      std::fill_n(float_row(node, at), node.shape[0], 0.0f);
  });
}

/// Every thread takes a part of each expert, as one expert may have most of the columns.
void run(const CpuTask& task, const Tensor& node) {
  clear_unknown(task, node);
  const Work work(task, node);
  const std::int64_t tiles = (work.experts.shape[1] + tile_rows - 1) / tile_rows;
  const Range mine = share_of(tiles, task.thread, task.threads);
  for (std::int64_t expert = 0; expert < work.experts.shape[2]; ++expert) {
    std::span<const std::int32_t> rest = work.columns.of(expert);
    if (!is_packable(work.experts)) {
      for (std::int64_t i = mine.begin; !rest.empty() && i < mine.end; ++i)
        multiply(task, work, expert, i * tile_rows);
      continue;
    }
    while (!rest.empty()) {
      const auto count = std::min(rest.size(), static_cast<std::size_t>(most_together));
      multiply_packed(task, work, expert, rest.first(count));
      rest = rest.subspan(count);
    }
  }
}

}  // namespace cpu_matmul_id

void register_cpu_matmul_id(CpuKernelTable& table) {
  using namespace cpu_matmul_id;
  table.add(matmul_id_op, {run, scratch_bytes, prepare, shared_bytes, true});
}

}  // namespace tern
