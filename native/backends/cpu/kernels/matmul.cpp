#include "core/ops/matmul.h"

#include <algorithm>
#include <cstring>

#include "backends/cpu/kernel.h"
#include "backends/cpu/packed_matmul.h"

namespace tern {
namespace cpu_matmul {

/// Rows of the first operand that are taken together: as floats they stay in the second-level
/// cache while all columns pass by.
constexpr std::int64_t tile_rows = 16;

/// Some rows of one matrix of `a`, as floats `pitch` elements apart.
struct Tile {
  const float* data;
  std::int64_t pitch;
  std::int64_t count;
};

std::int64_t float_pitch(const Tensor& tensor) {
  return static_cast<std::int64_t>(tensor.stride[1] / sizeof(float));
}

bool usable_in_place(const Tensor& a) { return a.type == Type::f32 && has_contiguous_rows(a); }

/// Stacks of weights are packed for the product that chooses among them.
bool is_packed(const Tensor& a) { return is_packable(a) && a.shape[2] == 1; }

std::size_t scratch_bytes(const Tensor& node) {
  const Tensor& a = *node.source[0];
  return usable_in_place(a) || is_packed(a)
             ? 0
             : static_cast<std::size_t>(tile_rows * a.shape[0]) * sizeof(float);
}

/// For transposed operands: element by element, neighbours in memory first.
void gather(const Tensor& a, RowIndex at, std::int64_t count, float* tile) {
  const TypeTraits& type = traits(a.type);
  for (std::int64_t k = 0; k < a.shape[0]; ++k) {
    for (std::int64_t r = 0; r < count; ++r) {
      const std::byte* element =
          a.row(at.i1 + r, at.i2, at.i3) + static_cast<std::size_t>(k) * a.stride[0];
      type.to_float(element, tile + r * a.shape[0] + k, 1);
    }
  }
}

Tile load_tile(const Tensor& a, RowIndex at, std::int64_t count, std::byte* scratch) {
  if (usable_in_place(a)) {
    return {float_row(a, at), float_pitch(a), count};
  }
  auto* floats = reinterpret_cast<float*>(scratch);
  if (has_contiguous_rows(a)) {
    const auto to_float = traits(a.type).to_float;
    for (std::int64_t r = 0; r < count; ++r) {
      to_float(a.row(at.i1 + r, at.i2, at.i3), floats + r * a.shape[0], a.shape[0]);
    }
  } else {
    gather(a, at, count, floats);
  }
  return {floats, a.shape[0], count};
}

/// Operands that are not packed: as floats, a tile of rows at a time. This is the reference too.
void run_floats(const CpuTask& task, const Tensor& node) {
  const Tensor& a = *node.source[0];
  const Tensor& b = *node.source[1];
  const auto multiply = task.simd->multiply_tile;
  const std::int64_t tiles = (a.shape[1] + tile_rows - 1) / tile_rows;
  const std::int64_t matrices = node.shape[2] * node.shape[3];
  const Range mine = share_of(tiles * matrices, task.thread, task.threads);
  for (std::int64_t piece = mine.begin; piece < mine.end; ++piece) {
    const std::int64_t first = piece % tiles * tile_rows;
    const std::int64_t i2 = piece / tiles % node.shape[2];
    const std::int64_t i3 = piece / tiles / node.shape[2];
    const RowIndex at{first, i2 / (node.shape[2] / a.shape[2]), i3 / (node.shape[3] / a.shape[3])};
    const Tile tile = load_tile(a, at, std::min(tile_rows, a.shape[1] - first), task.scratch);
    multiply({.a = tile.data,
              .pitch_a = tile.pitch,
              .rows = tile.count,
              .b = float_row(b, {0, i2, i3}),
              .pitch_b = float_pitch(b),
              .columns = node.shape[1],
              .k = a.shape[0],
              .y = float_row(node, {0, i2, i3}) + first,
              .pitch_y = float_pitch(node)});
  }
}

std::size_t shared_bytes(const Tensor& node) {
  const Tensor& a = *node.source[0];
  return is_packed(a) ? packed_columns_bytes(a, *node.source[1]) : 0;
}

void prepare(const CpuTask& task, const Tensor& node) {
  const Tensor& a = *node.source[0];
  if (is_packed(a)) pack_columns(task, *task.packed->find(a), *node.source[1]);
}

void run(const CpuTask& task, const Tensor& node) {
  const Tensor& a = *node.source[0];
  if (is_packed(a)) {
    multiply_packed(task, *task.packed->find(a), node);
  } else {
    run_floats(task, node);
  }
}

}  // namespace cpu_matmul

void register_cpu_matmul(CpuKernelTable& table) {
  using namespace cpu_matmul;
  table.add(matmul_op, {run, scratch_bytes, prepare, shared_bytes, true});
}

}  // namespace tern
