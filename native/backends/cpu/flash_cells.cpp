#include <algorithm>
#include <cmath>

#include "backends/common/alibi.h"
#include "backends/cpu/flash_rows.h"

namespace tern::flash_rows {
namespace cpu_flash_cells {

/// Rows of keys or values as floats.
struct Matrix {
  const float* data;
  std::int64_t pitch;
};

Matrix load(const SimdKernels& simd, const Tensor& cache, RowIndex first, std::int64_t cells,
            float* floats) {
  if (cache.type == Type::f32)
    return {float_row(cache, first), static_cast<std::int64_t>(cache.stride[1] / sizeof(float))};
  const auto to_float = cache.type == Type::f16 ? simd.widen_halves : traits(cache.type).to_float;
  const std::int64_t n = cache.shape[0];
  for (std::int64_t i = 0; i < cells; ++i)
    to_float(cache.row(first.i1 + i, first.i2, first.i3), floats + i * n, n);
  return {floats, n};
}

/// The mask of each row for some cells; false if they are hidden from all rows.
bool load_mask(const Work& work, const Item& item, const Scratch& s, Range cells) {
  const Tensor& mask = *work.mask;
  const std::int64_t n = cells.end - cells.begin;
  bool visible = false;
  for (std::int64_t r = 0; r < item.rows; ++r) {
    const auto [token, head, sequence] = item.place(work, r);
    const std::byte* from = mask.row(token, head % mask.shape[2], sequence % mask.shape[3]) +
                            row_bytes(mask.type, cells.begin);
    float* bias = s.bias + r * tile_cells;
    traits(mask.type).to_float(from, bias, n);
    visible = visible || std::any_of(bias, bias + n, [](float b) { return b != nothing; });
    const float slope = alibi_slope(work.params.max_bias, work.q.shape[2], head);
    if (slope != 1.0f) std::transform(bias, bias + n, bias, [&](float b) { return b * slope; });
  }
  return visible;
}

/// From products to logits.
void finish_logits(const Work& work, const float* bias, float* x, std::int64_t n) {
  const auto [scale, max_bias, softcap] = work.params;
  for (std::int64_t i = 0; i < n; ++i) x[i] *= scale;
  if (softcap != 0.0f)
    for (std::int64_t i = 0; i < n; ++i) x[i] = softcap * std::tanh(x[i] / softcap);
  if (work.mask != nullptr)
    for (std::int64_t i = 0; i < n; ++i) x[i] += bias[i];
}

/// From logits to powers.
void weigh(const Work& work, const Scratch& s, std::int64_t r, std::int64_t n) {
  float* x = s.weights + r * tile_cells;
  finish_logits(work, s.bias + r * tile_cells, x, n);
  const float largest = std::max(s.largest[r], *std::max_element(x, x + n));
  if (largest == nothing) {
    std::fill_n(x, n, 0.0f);
    return;
  }
  raise(work, s, r, largest);
  s.total[r] += s.simd->exponentiate(x, n, largest);
}

}  // namespace cpu_flash_cells

void add_cells(const Work& work, const Item& item, const Scratch& s, Range cells) {
  if (work.mask != nullptr && !cpu_flash_cells::load_mask(work, item, s, cells)) return;
  const std::int64_t n = cells.end - cells.begin;
  const RowIndex first{cells.begin, item.key_head, item.sequence};
  const cpu_flash_cells::Matrix k = cpu_flash_cells::load(*s.simd, work.k, first, n, s.k);
  const cpu_flash_cells::Matrix v = cpu_flash_cells::load(*s.simd, work.v, first, n, s.v);
  const AttendJob job{.rows = item.rows,
                      .cells = n,
                      .q = s.q,
                      .head_k = work.k.shape[0],
                      .k = k.data,
                      .pitch_k = k.pitch,
                      .v = v.data,
                      .pitch_v = v.pitch,
                      .head_v = work.v.shape[0],
                      .weights = s.weights,
                      .pitch_weights = tile_cells,
                      .sums = s.sums};
  s.simd->score(job);
  for (std::int64_t r = 0; r < item.rows; ++r) cpu_flash_cells::weigh(work, s, r, n);
  s.simd->mix(job);
}

}  // namespace tern::flash_rows
