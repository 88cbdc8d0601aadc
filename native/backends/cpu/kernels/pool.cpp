#include "core/ops/pool.h"

#include <algorithm>
#include <limits>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_pool {

/// A window, cut to what lies inside.
struct Window {
  Range across;
  Range down;

  std::int64_t count() const {
    return std::max<std::int64_t>(0, across.end - across.begin) *
           std::max<std::int64_t>(0, down.end - down.begin);
  }
};

Range inside(const PoolParams& p, std::size_t direction, std::int64_t place, std::int64_t n) {
  const std::int64_t begin = place * p.stride[direction] - p.padding[direction];
  return {std::max<std::int64_t>(0, begin), std::min(n, begin + p.size[direction])};
}

Window window_at(const PoolParams& p, const Tensor& x, std::int64_t column, std::int64_t row) {
  return {inside(p, 0, column, x.shape[0]), inside(p, 1, row, x.shape[1])};
}

float element(const Tensor& x, RowIndex row, std::int64_t column) {
  float value = 0.0f;
  traits(x.type).to_float(x.row(row.i1, row.i2, row.i3) + row_bytes(x.type, column), &value, 1);
  return value;
}

template <class Body>
void for_each_element(const Window& window, const Body& body) {
  for (std::int64_t row = window.down.begin; row < window.down.end; ++row)
    for (std::int64_t column = window.across.begin; column < window.across.end; ++column)
      body(row, column);
}

float divisor(const PoolParams& p, const Window& window) {
  if (p.counts_padding) return static_cast<float>(p.size[0]) * static_cast<float>(p.size[1]);
  return static_cast<float>(std::max<std::int64_t>(1, window.count()));
}

float pool(const PoolParams& p, const Tensor& x, const Window& window, RowIndex at) {
  const bool is_mean = p.mode == PoolMode::average;
  float result = is_mean ? 0.0f : std::numeric_limits<float>::lowest();
  for_each_element(window, [&](std::int64_t row, std::int64_t column) {
    const float value = element(x, {row, at.i2, at.i3}, column);
    result = is_mean ? result + value : std::max(result, value);
  });
  return is_mean ? result / divisor(p, window) : result;
}

void run(const CpuTask& task, const Tensor& node) {
  const auto p = node.params<PoolParams>();
  const Tensor& x = *node.source[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    float* y = float_row(node, at);
    for (std::int64_t i = 0; i < node.shape[0]; ++i)
      y[i] = pool(p, x, window_at(p, x, i, at.i1), at);
  });
}

/// Gives the gradient of one window to the element that was the largest.
void give_to_largest(const Tensor& x, const Tensor& node, const Window& window, RowIndex at,
                     float gradient) {
  float largest = std::numeric_limits<float>::lowest();
  float* winner = nullptr;
  for_each_element(window, [&](std::int64_t row, std::int64_t column) {
    const float value = element(x, {row, at.i2, at.i3}, column);
    if (value <= largest) return;
    largest = value;
    winner = float_row(node, {row, at.i2, at.i3}) + column;
  });
  if (winner != nullptr) *winner += gradient;
}

void give_back(const PoolParams& p, const Tensor& node, RowIndex at, std::int64_t column,
               float gradient) {
  const Tensor& x = *node.source[1];
  const Window window = window_at(p, x, column, at.i1);
  if (p.mode == PoolMode::maximum) return give_to_largest(x, node, window, at, gradient);
  const float share = gradient / divisor(p, window);
  for_each_element(window, [&](std::int64_t row, std::int64_t i) {
    float_row(node, {row, at.i2, at.i3})[i] += share;
  });
}

/// Threads share the planes: windows of one may overlap.
void run_back(const CpuTask& task, const Tensor& node) {
  const auto p = node.params<PoolParams>();
  const Tensor& gradient = *node.source[0];
  const Range planes = share_of(node.shape[2] * node.shape[3], task.thread, task.threads);
  for (std::int64_t plane = planes.begin; plane < planes.end; ++plane) {
    const std::int64_t i2 = plane % node.shape[2];
    const std::int64_t i3 = plane / node.shape[2];
    std::fill_n(float_row(node, {0, i2, i3}), node.shape[0] * node.shape[1], 0.0f);
    for (std::int64_t row = 0; row < gradient.shape[1]; ++row) {
      const float* from = float_row(gradient, {row, i2, i3});
      for (std::int64_t i = 0; i < gradient.shape[0]; ++i)
        give_back(p, node, {row, i2, i3}, i, from[i]);
    }
  }
}

}  // namespace cpu_pool

void register_cpu_pool(CpuKernelTable& table) {
  table.add(pool_op, {cpu_pool::run});
  table.add(pool_back_op, {cpu_pool::run_back});
}

}  // namespace tern
