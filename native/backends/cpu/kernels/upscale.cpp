#include "core/ops/upscale.h"

#include <algorithm>
#include <cmath>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_upscale {

/// One dimension: how many elements of the result are one of the source, and where they lie.
struct Axis {
  std::int64_t from;
  float factor;
  float half;  ///< 0.5 if elements are areas, 0 if they are points
};

Axis axis(const Tensor& node, std::size_t dim, bool align_corners) {
  const std::int64_t from = node.source[0]->shape[dim];
  const std::int64_t to = node.shape[dim];
  const bool aligned = align_corners && dim < 2;
  const float half = align_corners ? 0.0f : 0.5f;
  if (aligned && from > 1 && to > 1)
    return {from, static_cast<float>(to - 1) / static_cast<float>(from - 1), half};
  return {from, static_cast<float>(to) / static_cast<float>(from), half};
}

/// The place in the source of element i of the result.
float place(const Axis& axis, std::int64_t i) {
  return (static_cast<float>(i) + axis.half) / axis.factor - axis.half;
}

std::int64_t nearest(const Axis& axis, std::int64_t i) {
  return std::min(static_cast<std::int64_t>(static_cast<float>(i) / axis.factor), axis.from - 1);
}

/// Elements of the source and what they count: up to four, more only for antialias.
struct Taps {
  std::int64_t first;
  std::int64_t count;
  float weight[4];
};

Taps linear_taps(float x) {
  const float below = std::floor(x);
  const float part = x - below;
  return {static_cast<std::int64_t>(below), 2, {1.0f - part, part, 0.0f, 0.0f}};
}

/// Convolution with the cubic kernel for a = -0.75: `near` within one element, `far` up to two.
Taps cubic_taps(float x) {
  constexpr float a = -0.75f;
  const auto near = [](float d) { return ((a + 2.0f) * d - (a + 3.0f)) * d * d + 1.0f; };
  const auto far = [](float d) { return ((a * d - 5.0f * a) * d + 8.0f * a) * d - 4.0f * a; };
  const float below = std::floor(x);
  const float part = x - below;
  return {static_cast<std::int64_t>(below) - 1,
          4,
          {far(part + 1.0f), near(part), near(1.0f - part), far(2.0f - part)}};
}

/// Beyond the edges lie copies of the elements at the edges.
float sample(const Tensor& x, const Axis& along, const Axis& down, const Taps& columns,
             const Taps& rows, RowIndex at) {
  float total = 0.0f;
  for (std::int64_t r = 0; r < rows.count; ++r) {
    const std::int64_t row = std::clamp<std::int64_t>(rows.first + r, 0, down.from - 1);
    const float* values = float_row(x, {row, at.i2, at.i3});
    float sum = 0.0f;
    for (std::int64_t c = 0; c < columns.count; ++c) {
      const std::int64_t column = std::clamp<std::int64_t>(columns.first + c, 0, along.from - 1);
      sum += columns.weight[c] * values[column];
    }
    total += rows.weight[r] * sum;
  }
  return total;
}

/// The elements that lie under a triangle around x, which is as wide as an element of the result if
/// that is larger than one of the source.
struct Triangle {
  float center;
  float width;
  std::int64_t begin;
  std::int64_t end;
  float weight(std::int64_t i) const {
    const float distance = static_cast<float>(i) + 0.5f - center;
    return std::max(0.0f, 1.0f - std::fabs(distance) / width);
  }
};

Triangle triangle(const Axis& axis, std::int64_t i) {
  const float center = (static_cast<float>(i) + 0.5f) / axis.factor;
  const float width = std::max(1.0f, 1.0f / axis.factor);
  const auto begin = static_cast<std::int64_t>(std::max(0.0f, center - width + 0.5f));
  const auto end = static_cast<std::int64_t>(center + width + 0.5f);
  return {center, width, begin, std::min(end, axis.from)};
}

float average(const Tensor& x, const Triangle& along, const Triangle& down, RowIndex at) {
  float total = 0.0f;
  float weights = 0.0f;
  for (std::int64_t row = down.begin; row < down.end; ++row) {
    const float* values = float_row(x, {row, at.i2, at.i3});
    for (std::int64_t column = along.begin; column < along.end; ++column) {
      const float weight = down.weight(row) * along.weight(column);
      total += weight * values[column];
      weights += weight;
    }
  }
  return weights > 0.0f ? total / weights : total;
}

float element(const Tensor& x, const Axis& along, const Axis& down, ScaleMode mode, std::int64_t i0,
              std::int64_t i1, RowIndex at) {
  switch (mode) {
    case ScaleMode::bilinear:
      return sample(x, along, down, linear_taps(place(along, i0)), linear_taps(place(down, i1)),
                    at);
    case ScaleMode::bicubic:
      return sample(x, along, down, cubic_taps(place(along, i0)), cubic_taps(place(down, i1)), at);
    case ScaleMode::bilinear_antialias:
      return average(x, triangle(along, i0), triangle(down, i1), at);
    case ScaleMode::nearest: break;
  }
  return float_row(x, {nearest(down, i1), at.i2, at.i3})[nearest(along, i0)];
}

void run(const CpuTask& task, const Tensor& node) {
  const auto params = node.params<UpscaleParams>();
  const bool aligned = params.align_corners != 0;
  const Axis along = axis(node, 0, aligned);
  const Axis down = axis(node, 1, aligned);
  for_each_row(task, node.shape, [&](RowIndex at) {
    const RowIndex matrix{0, nearest(axis(node, 2, aligned), at.i2),
                          nearest(axis(node, 3, aligned), at.i3)};
    float* y = float_row(node, at);
    for (std::int64_t i = 0; i < node.shape[0]; ++i)
      y[i] = element(*node.source[0], along, down, params.mode, i, at.i1, matrix);
  });
}

}  // namespace cpu_upscale

void register_cpu_upscale(CpuKernelTable& table) { table.add(upscale_op, {cpu_upscale::run}); }

}  // namespace tern
