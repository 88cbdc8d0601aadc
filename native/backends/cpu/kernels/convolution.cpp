#include "core/ops/convolution.h"

#include <algorithm>

#include "backends/common/images.h"
#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_convolution {

/// Elements of the kernel of one output.
std::int64_t kernel_size(const ConvolutionParams& p) {
  return std::int64_t{p.size[0]} * p.size[1] * p.size[2] * (p.channels / p.groups);
}

/// Scratch: the kernel of one output as floats.
std::size_t scratch_bytes(const Tensor& node) {
  return static_cast<std::size_t>(kernel_size(node.params<ConvolutionParams>())) * sizeof(float);
}

/// Adds a row of an image times one row of a kernel.
void add_row(const ConvolutionParams& p, const float* x, std::int64_t width, const float* weights,
             float* y, std::int64_t places) {
  for (std::int64_t k = 0; k < p.size[0]; ++k) {
    const std::int64_t shift = met(p, 0, 0, k);
    const std::int64_t stride = p.stride[0];
    const std::int64_t first = shift < 0 ? (-shift + stride - 1) / stride : 0;
    const std::int64_t end = std::min(places, (width - shift + stride - 1) / stride);
    const float weight = weights[k];
    for (std::int64_t i = first; i < end; ++i) y[i] += weight * x[i * stride + shift];
  }
}

struct Output {
  std::int64_t image, channel, z, y;
};

void compute_row(const ConvolutionParams& p, const Images& x, const float* kernel,
                 std::int64_t first_channel, const Output& at, float* y, std::int64_t places) {
  std::fill_n(y, places, 0.0f);
  const std::int64_t kernel_rows = std::int64_t{p.size[1]} * p.size[2];
  for (std::int64_t i = 0; i < p.channels / p.groups * kernel_rows; ++i) {
    const std::int64_t row = met(p, 1, at.y, i % p.size[1]);
    const std::int64_t plane = met(p, 2, at.z, i / p.size[1] % p.size[2]);
    if (row < 0 || row >= x.size[1] || plane < 0 || plane >= x.size[2]) continue;
    const std::byte* from = x.row(at.image, first_channel + i / kernel_rows, plane, row);
    add_row(p, reinterpret_cast<const float*>(from), x.size[0], kernel + i * p.size[0], y, places);
  }
}

void run(const CpuTask& task, const Tensor& node) {
  const auto p = node.params<ConvolutionParams>();
  const Tensor& kernels = *node.source[1];
  const Images x(*node.source[0], p.rank, p.channels);
  const std::int64_t outputs =
      p.rank == 3 ? node.shape[3] / x.images : node.shape[static_cast<std::size_t>(p.rank)];
  const Images y(node, p.rank, outputs);
  const std::int64_t n = kernel_size(p);
  auto* kernel = reinterpret_cast<float*>(task.scratch);
  const Range mine = share_of(outputs * x.images, task.thread, task.threads);
  for (std::int64_t i = mine.begin; i < mine.end; ++i) {
    const std::int64_t output = i % outputs;
    traits(kernels.type).to_float(kernels.data + row_bytes(kernels.type, output * n), kernel, n);
    const std::int64_t group = output / (outputs / p.groups);
    for (std::int64_t row = 0; row < y.size[1] * y.size[2]; ++row) {
      const Output at{i / outputs, output, row / y.size[1], row % y.size[1]};
      compute_row(p, x, kernel, group * (p.channels / p.groups), at,
                  reinterpret_cast<float*>(y.row(at.image, at.channel, at.z, at.y)), y.size[0]);
    }
  }
}

}  // namespace cpu_convolution

void register_cpu_convolution(CpuKernelTable& table) {
  table.add(convolution_op, {cpu_convolution::run, cpu_convolution::scratch_bytes});
}

}  // namespace tern
