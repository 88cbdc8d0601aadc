#include "backends/cpu/flash_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backends/common/alibi.h"
#include "backends/cpu/attend.h"
#include "backends/cpu/kernel.h"

namespace tern::flash_rows {
namespace cpu_flash_rows {

constexpr float nothing = -std::numeric_limits<float>::infinity();

/// Rows of keys or values as floats.
struct Matrix {
  const float* data;
  std::int64_t pitch;
};

Matrix load(const Tensor& cache, RowIndex first, std::int64_t cells, float* floats) {
  if (cache.type == Type::f32)
    return {float_row(cache, first), static_cast<std::int64_t>(cache.stride[1] / sizeof(float))};
  const auto to_float = traits(cache.type).to_float;
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

/// Makes `largest` the base of what row `r` has summed up so far.
void raise(const Work& work, const Scratch& s, std::int64_t r, float largest) {
  if (largest == s.largest[r]) return;
  const float factor = std::exp(s.largest[r] - largest);
  const std::int64_t n = work.v.shape[0];
  for (std::int64_t i = 0; i < n; ++i) s.sums[r * n + i] *= factor;
  s.total[r] *= factor;
  s.largest[r] = largest;
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
  s.total[r] += attend_kernels().exponentiate(x, n, largest);
}

void add_sink(const Work& work, const Scratch& s, std::int64_t r, std::int64_t head) {
  const float sink = reinterpret_cast<const float*>(work.sinks->data)[head];
  raise(work, s, r, std::max(s.largest[r], sink));
  s.total[r] += std::exp(sink - s.largest[r]);
}

}  // namespace cpu_flash_rows

using namespace cpu_flash_rows;

Work::Work(const Tensor& node)
    : q(*node.source[0]),
      k(*node.source[1]),
      v(*node.source[2]),
      mask(node.source[3]),
      sinks(node.source[4]),
      result(node),
      params(node.params<FlashAttentionParams>()),
      group(q.shape[2] / k.shape[2]) {}

std::int64_t Work::items() const {
  return (rows() + tile_rows - 1) / tile_rows * k.shape[2] * k.shape[3];
}

Item::Item(const Work& work, std::int64_t number) {
  const std::int64_t blocks = (work.rows() + tile_rows - 1) / tile_rows;
  first_row = number % blocks * tile_rows;
  rows = std::min(tile_rows, work.rows() - first_row);
  key_head = number / blocks % work.k.shape[2];
  sequence = number / blocks / work.k.shape[2];
}

RowIndex Item::place(const Work& work, std::int64_t r) const {
  const std::int64_t row = first_row + r;
  return {row / work.group, key_head * work.group + row % work.group, sequence};
}

Scratch::Scratch(std::byte* memory, const Work& work)
    : q(reinterpret_cast<float*>(memory)),
      k(q + tile_rows * work.head_k()),
      v(k + tile_cells * work.head_k()),
      weights(v + tile_cells * work.head_v()),
      bias(weights + tile_rows * tile_cells),
      sums(bias + tile_rows * tile_cells),
      largest(sums + tile_rows * work.head_v()),
      total(largest + tile_rows) {}

std::size_t scratch_bytes(const Tensor& node) {
  const Work work(node);
  const std::int64_t rows = work.head_k() + work.head_v() + 2 * tile_cells + 2;
  const std::int64_t cells = work.head_k() + work.head_v();
  return static_cast<std::size_t>(tile_rows * rows + tile_cells * cells) * sizeof(float);
}

void start(const Work& work, const Item& item, const Scratch& s) {
  for (std::int64_t r = 0; r < item.rows; ++r) {
    const std::int64_t n = work.q.shape[0];
    std::copy_n(float_row(work.q, item.place(work, r)), n, s.q + r * n);
  }
  std::fill_n(s.sums, item.rows * work.v.shape[0], 0.0f);
  std::fill_n(s.largest, item.rows, nothing);
  std::fill_n(s.total, item.rows, 0.0f);
}

void add_cells(const Work& work, const Item& item, const Scratch& s, Range cells) {
  if (work.mask != nullptr && !load_mask(work, item, s, cells)) return;
  const std::int64_t n = cells.end - cells.begin;
  const RowIndex first{cells.begin, item.key_head, item.sequence};
  const Matrix k = load(work.k, first, n, s.k);
  const Matrix v = load(work.v, first, n, s.v);
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
  attend_kernels().score(job);
  for (std::int64_t r = 0; r < item.rows; ++r) weigh(work, s, r, n);
  attend_kernels().mix(job);
}

void add_part(const Work& work, const Scratch& s, std::int64_t r, const float* sums, float largest,
              float total) {
  if (largest == nothing) return;
  raise(work, s, r, std::max(s.largest[r], largest));
  const float factor = std::exp(largest - s.largest[r]);
  const std::int64_t n = work.head_v();
  for (std::int64_t i = 0; i < n; ++i) s.sums[r * n + i] += sums[i] * factor;
  s.total[r] += total * factor;
}

void write(const Work& work, const Item& item, const Scratch& s) {
  const std::int64_t n = work.v.shape[0];
  for (std::int64_t r = 0; r < item.rows; ++r) {
    const auto [token, head, sequence] = item.place(work, r);
    if (work.sinks != nullptr) add_sink(work, s, r, head);
    const float factor = s.total[r] == 0.0f ? 0.0f : 1.0f / s.total[r];
    float* y = float_row(work.result, {head, token, sequence});
    for (std::int64_t i = 0; i < n; ++i) y[i] = s.sums[r * n + i] * factor;
  }
}

}  // namespace tern::flash_rows
