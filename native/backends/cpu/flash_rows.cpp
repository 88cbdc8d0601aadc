#include "backends/cpu/flash_rows.h"

#include <algorithm>
#include <cmath>

namespace tern::flash_rows {
namespace cpu_flash_rows {

void add_sink(const Work& work, const Scratch& s, std::int64_t r, std::int64_t head) {
  const float sink = reinterpret_cast<const float*>(work.sinks->data)[head];
  raise(work, s, r, std::max(s.largest[r], sink));
  s.total[r] += std::exp(sink - s.largest[r]);
}

}  // namespace cpu_flash_rows

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

Scratch::Scratch(const CpuTask& task, const Work& work)
    : simd(task.simd),
      q(reinterpret_cast<float*>(task.scratch)),
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

void raise(const Work& work, const Scratch& s, std::int64_t r, float largest) {
  if (largest == s.largest[r]) return;
  const float factor = std::exp(s.largest[r] - largest);
  const std::int64_t n = work.v.shape[0];
  for (std::int64_t i = 0; i < n; ++i) s.sums[r * n + i] *= factor;
  s.total[r] *= factor;
  s.largest[r] = largest;
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
    if (work.sinks != nullptr) cpu_flash_rows::add_sink(work, s, r, head);
    const float factor = s.total[r] == 0.0f ? 0.0f : 1.0f / s.total[r];
    float* y = float_row(work.result, {head, token, sequence});
    for (std::int64_t i = 0; i < n; ++i) y[i] = s.sums[r * n + i] * factor;
  }
}

}  // namespace tern::flash_rows
