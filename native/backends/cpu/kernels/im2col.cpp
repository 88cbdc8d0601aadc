#include "core/ops/im2col.h"

#include <algorithm>

#include "backends/common/images.h"
#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_im2col {

/// Where a column is taken from.
struct Place {
  std::int64_t image, x, y, z;
};

Place place_of(const Tensor& node, const ConvolutionParams& p, const Images& images, RowIndex at) {
  if (p.rank == 1) return {at.i2, at.i1, 0, 0};
  if (p.rank == 2) return {at.i3, at.i1, at.i2, 0};
  const std::int64_t planes = node.shape[3] / images.images;
  return {at.i3 / planes, at.i1, at.i2, at.i3 % planes};
}

/// One row of the kernel: neighbours in the image.
void take_row(const ConvolutionParams& p, const float* x, std::int64_t width, std::int64_t place,
              float* y) {
  for (std::int64_t k = 0; k < p.size[0]; ++k) {
    const std::int64_t i = met(p, 0, place, k);
    y[k] = i >= 0 && i < width ? x[i] : 0.0f;
  }
}

void take(const ConvolutionParams& p, const Images& images, const Place& at, float* y) {
  const std::int64_t kernel_rows = std::int64_t{p.size[1]} * p.size[2];
  for (std::int64_t i = 0; i < p.channels * kernel_rows; ++i, y += p.size[0]) {
    const std::int64_t row = met(p, 1, at.y, i % p.size[1]);
    const std::int64_t plane = met(p, 2, at.z, i / p.size[1] % p.size[2]);
    if (row < 0 || row >= images.size[1] || plane < 0 || plane >= images.size[2]) {
      std::fill_n(y, p.size[0], 0.0f);
      continue;
    }
    const std::byte* from = images.row(at.image, i / kernel_rows, plane, row);
    take_row(p, reinterpret_cast<const float*>(from), images.size[0], at.x, y);
  }
}

/// Scratch: a column as floats.
std::size_t scratch_bytes(const Tensor& node) {
  return static_cast<std::size_t>(node.shape[0]) * sizeof(float);
}

void run(const CpuTask& task, const Tensor& node) {
  const auto p = node.params<ConvolutionParams>();
  const Images images(*node.source[0], p.rank, p.channels);
  auto* column = reinterpret_cast<float*>(task.scratch);
  for_each_row(task, node.shape, [&](RowIndex at) {
    take(p, images, place_of(node, p, images, at), column);
    traits(node.type).from_float(column, node.row(at.i1, at.i2, at.i3), node.shape[0]);
  });
}

}  // namespace cpu_im2col

void register_cpu_im2col(CpuKernelTable& table) {
  table.add(im2col_op, {cpu_im2col::run, cpu_im2col::scratch_bytes});
}

}  // namespace tern
