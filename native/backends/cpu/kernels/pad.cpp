#include "core/ops/pad.h"

#include <algorithm>

#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_pad {

std::int64_t go_round(std::int64_t i, std::int64_t n) { return ((i % n) + n) % n; }

/// The row of x that lies `offset` before a row of the result, going round.
RowIndex row_round(RowIndex at, const std::array<std::int32_t, 4>& offset, const Shape& shape) {
  return {go_round(at.i1 - offset[1], shape[1]), go_round(at.i2 - offset[2], shape[2]),
          go_round(at.i3 - offset[3], shape[3])};
}

void copy_round(const Tensor& node, RowIndex at, const std::array<std::int32_t, 4>& offset) {
  const Tensor& source = *node.source[0];
  const float* x = float_row(source, row_round(at, offset, source.shape));
  float* y = float_row(node, at);
  std::int64_t from = go_round(-std::int64_t{offset[0]}, source.shape[0]);
  for (std::int64_t i = 0; i < node.shape[0]; ++i) {
    y[i] = x[from];
    from = from + 1 == source.shape[0] ? 0 : from + 1;
  }
}

bool is_inside(RowIndex at, const Shape& shape) {
  return at.i1 >= 0 && at.i1 < shape[1] && at.i2 >= 0 && at.i2 < shape[2] && at.i3 >= 0 &&
         at.i3 < shape[3];
}

void put_between_zeros(const Tensor& node, RowIndex at, const PadParams& params) {
  const Tensor& x = *node.source[0];
  const RowIndex from{at.i1 - params.before[1], at.i2 - params.before[2], at.i3 - params.before[3]};
  float* y = float_row(node, at);
  std::fill_n(y, node.shape[0], 0.0f);
  if (is_inside(from, x.shape)) std::copy_n(float_row(x, from), x.shape[0], y + params.before[0]);
}

void pad(const CpuTask& task, const Tensor& node) {
  const auto params = node.params<PadParams>();
  for_each_row(task, node.shape, [&](RowIndex at) {
    if (params.circular != 0) {
      copy_round(node, at, params.before);
    } else {
      put_between_zeros(node, at, params);
    }
  });
}

void reflect(const CpuTask& task, const Tensor& node) {
  const auto params = node.params<PadReflectParams>();
  const std::int64_t n = node.source[0]->shape[0];
  for_each_row(task, node.shape, [&](RowIndex at) {
    const float* x = float_row(*node.source[0], at);
    float* y = float_row(node, at) + params.before;
    std::copy(x, x + n, y);
    for (std::int64_t i = 1; i <= params.before; ++i) y[-i] = x[i];
    for (std::int64_t i = 0; i < params.after; ++i) y[n + i] = x[n - 2 - i];
  });
}

void roll(const CpuTask& task, const Tensor& node) {
  const auto params = node.params<RollParams>();
  for_each_row(task, node.shape, [&](RowIndex at) { copy_round(node, at, params.shift); });
}

}  // namespace cpu_pad

void register_cpu_pad(CpuKernelTable& table) {
  table.add(pad_op, {cpu_pad::pad});
  table.add(pad_reflect_1d_op, {cpu_pad::reflect});
  table.add(roll_op, {cpu_pad::roll});
}

}  // namespace tern
