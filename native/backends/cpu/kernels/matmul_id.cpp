#include "core/ops/matmul_id.h"

#include <algorithm>

#include "backends/cpu/packed_matmul.h"

namespace tern {
namespace cpu_matmul_id {

constexpr std::int64_t tile_rows = 16;

std::size_t scratch_bytes(const Tensor& node) {
  const Tensor& experts = *node.source[0];
  return static_cast<std::size_t>(tile_rows * experts.shape[0]) * sizeof(float);
}

std::int32_t expert_of(const Tensor& ids, std::int64_t slot, std::int64_t token) {
  return reinterpret_cast<const std::int32_t*>(ids.row(token))[slot];
}

/// Calls body(slot, token) for each column that goes to this expert.
template <class Body>
void for_columns_of(const Tensor& ids, std::int64_t expert, const Body& body) {
  for (std::int64_t token = 0; token < ids.shape[1]; ++token) {
    for (std::int64_t slot = 0; slot < ids.shape[0]; ++slot) {
      if (expert_of(ids, slot, token) == expert) body(slot, token);
    }
  }
}

bool is_used(const Tensor& ids, std::int64_t expert) {
  bool used = false;
  for_columns_of(ids, expert, [&](std::int64_t, std::int64_t) { used = true; });
  return used;
}

/// Some rows of one expert against all columns that go to it.
void multiply(const CpuTask& task, const Tensor& node, std::int64_t expert, std::int64_t first) {
  auto* floats = reinterpret_cast<float*>(task.scratch);
  const Tensor& a = *node.source[0];
  const Tensor& b = *node.source[1];
  const std::int64_t k = a.shape[0];
  const std::int64_t rows = std::min(tile_rows, a.shape[1] - first);
  for (std::int64_t r = 0; r < rows; ++r)
    traits(a.type).to_float(a.row(first + r, expert), floats + r * k, k);
  const auto tile = task.simd->multiply_tile;
  for_columns_of(*node.source[2], expert, [&](std::int64_t slot, std::int64_t token) {
    tile({.a = floats,
          .pitch_a = k,
          .rows = rows,
          .b = float_row(b, {slot % b.shape[1], token, 0}),
          .pitch_b = k,
          .columns = 1,
          .k = k,
          .y = float_row(node, {slot, token, 0}) + first,
          .pitch_y = node.shape[0]});
  });
}

/// The same with experts in bands; the columns are in the shared memory already.
void multiply_packed_expert(const CpuTask& task, const Tensor& node, std::int64_t expert) {
  const PackedWeight& weight = *task.packed->find(*node.source[0]);
  const Tensor& b = *node.source[1];
  const std::size_t pitch = column_pitch(*weight.format, b.shape[0]);
  for_packed_bands(task, weight, node, [&](PackedJob job, std::int64_t band) {
    job.bands = weight.band(expert, band);
    for_columns_of(*node.source[2], expert, [&](std::int64_t slot, std::int64_t token) {
      const std::int64_t column = token * b.shape[1] + slot % b.shape[1];
      job.columns = task.shared + static_cast<std::size_t>(column) * pitch;
      job.y = float_row(node, {slot, token, 0}) + band * band_rows;
      task.simd->multiply_packed[static_cast<std::size_t>(weight.format->packing)](job);
    });
  });
}

std::size_t shared_bytes(const Tensor& node) {
  const Tensor& experts = *node.source[0];
  return is_packable(experts) ? packed_columns_bytes(experts, *node.source[1]) : 0;
}

void prepare(const CpuTask& task, const Tensor& node) {
  const Tensor& experts = *node.source[0];
  if (is_packable(experts)) pack_columns(task, *task.packed->find(experts), *node.source[1]);
}

void clear_unknown(const CpuTask& task, const Tensor& node) {
  for_each_row(task, node.shape, [&](RowIndex at) {
    const std::int32_t expert = expert_of(*node.source[2], at.i1, at.i2);
    if (expert < 0 || expert >= node.source[0]->shape[2])
      std::fill_n(float_row(node, at), node.shape[0], 0.0f);
  });
}

void run(const CpuTask& task, const Tensor& node) {
  clear_unknown(task, node);
  const Shape& a = node.source[0]->shape;
  const std::int64_t tiles = (a[1] + tile_rows - 1) / tile_rows;
  // Every thread takes a part of each expert, as one expert may have most of the columns.
  const Range mine = share_of(tiles, task.thread, task.threads);
  for (std::int64_t expert = 0; expert < a[2]; ++expert) {
    if (!is_used(*node.source[2], expert)) continue;
    if (is_packable(*node.source[0])) {
      multiply_packed_expert(task, node, expert);
      continue;
    }
    for (std::int64_t piece = mine.begin; piece < mine.end; ++piece)
      multiply(task, node, expert, piece * tile_rows);
  }
}

}  // namespace cpu_matmul_id

void register_cpu_matmul_id(CpuKernelTable& table) {
  using namespace cpu_matmul_id;
  table.add(matmul_id_op, {run, scratch_bytes, prepare, shared_bytes, true});
}

}  // namespace tern
