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

std::int64_t rows_of(const ConvolutionParams& p) { return std::int64_t{p.size[1]} * p.size[2]; }

/// The row of an image that row `i` of a column meets; null outside.
float* row_at(const ConvolutionParams& p, const Images& images, const Place& at, std::int64_t i) {
  const std::int64_t row = met(p, 1, at.y, i % p.size[1]);
  const std::int64_t plane = met(p, 2, at.z, i / p.size[1] % p.size[2]);
  if (row < 0 || row >= images.size[1] || plane < 0 || plane >= images.size[2]) return nullptr;
  return reinterpret_cast<float*>(images.row(at.image, i / rows_of(p), plane, row));
}

void take(const ConvolutionParams& p, const Images& images, const Place& at, float* y) {
  for (std::int64_t i = 0; i < p.channels * rows_of(p); ++i, y += p.size[0]) {
    const float* row = row_at(p, images, at, i);
    if (row == nullptr) {
      std::fill_n(y, p.size[0], 0.0f);
    } else {
      take_row(p, row, images.size[0], at.x, y);
    }
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

/// The other way round, for some channels.
void give(const ConvolutionParams& p, const Images& images, const Place& at, Range channels,
          const float* column) {
  for (std::int64_t i = channels.begin * rows_of(p); i < channels.end * rows_of(p); ++i) {
    float* row = row_at(p, images, at, i);
    if (row == nullptr) continue;
    for (std::int64_t k = 0; k < p.size[0]; ++k) {
      const std::int64_t place = met(p, 0, at.x, k);
      if (place >= 0 && place < images.size[0]) row[place] += column[i * p.size[0] + k];
    }
  }
}

void clear(const Images& images, Range channels) {
  for (std::int64_t image = 0; image < images.images; ++image)
    for (std::int64_t channel = channels.begin; channel < channels.end; ++channel)
      for (std::int64_t z = 0; z < images.size[2]; ++z)
        for (std::int64_t y = 0; y < images.size[1]; ++y) {
          auto* row = reinterpret_cast<float*>(images.row(image, channel, z, y));
          std::fill_n(row, images.size[0], 0.0f);
        }
}

/// Threads share the channels, which do not meet.
void run_back(const CpuTask& task, const Tensor& node) {
  const auto p = node.params<ConvolutionParams>();
  const Tensor& gradient = *node.source[0];
  const Images images(node, p.rank, p.channels);
  const Range mine = share_of(p.channels, task.thread, task.threads);
  clear(images, mine);
  for_each_row({}, gradient.shape, [&](RowIndex at) {
    give(p, images, place_of(gradient, p, images, at), mine, float_row(gradient, at));
  });
}

}  // namespace cpu_im2col

void register_cpu_im2col(CpuKernelTable& table) {
  table.add(im2col_op, {cpu_im2col::run, cpu_im2col::scratch_bytes});
  table.add(im2col_back_op, {cpu_im2col::run_back});
}

}  // namespace tern
