#include "core/ops/convolution_transpose.h"

#include <algorithm>

#include "backends/common/images.h"
#include "backends/cpu/kernel.h"

namespace tern {
namespace cpu_convolution_transpose {

/// A row of a kernel as floats.
std::size_t scratch_bytes(const Tensor& node) {
  return static_cast<std::size_t>(node.source[1]->shape[0]) * sizeof(float);
}

void add_row(const float* x, std::int64_t width, const float* weights, std::int64_t size,
             std::int64_t stride, float* y) {
  for (std::int64_t i = 0; i < width; ++i)
    for (std::int64_t k = 0; k < size; ++k) y[i * stride + k] += x[i] * weights[k];
}

/// What one channel of the input gives one output.
void add_channel(const Images& x, const Images& y, const Images& kernel, float* weights,
                 const ConvolutionTransposeParams& p, const Tensor& node, RowIndex at) {
  const auto [image, output, channel] = at;
  const auto to_float = traits(node.source[1]->type).to_float;
  for (std::int64_t k = 0; k < kernel.size[1]; ++k) {
    to_float(kernel.row(channel, output, 0, k), weights, kernel.size[0]);
    for (std::int64_t row = 0; row < x.size[1]; ++row)
      add_row(reinterpret_cast<const float*>(x.row(image, channel, 0, row)), x.size[0], weights,
              kernel.size[0], p.stride[0],
              reinterpret_cast<float*>(y.row(image, output, 0, row * p.stride[1] + k)));
  }
}

void run(const CpuTask& task, const Tensor& node) {
  const auto p = node.params<ConvolutionTransposeParams>();
  const auto directions = static_cast<std::size_t>(p.rank);
  const std::int64_t outputs = node.shape[directions];
  const Images x(*node.source[0], p.rank, node.source[0]->shape[directions]);
  const Images kernel(*node.source[1], p.rank, outputs);
  const Images y(node, p.rank, outputs);
  auto* weights = reinterpret_cast<float*>(task.scratch);
  const Range mine = share_of(outputs * y.images, task.thread, task.threads);
  for (std::int64_t i = mine.begin; i < mine.end; ++i) {
    const std::int64_t image = i / outputs;
    auto* plane = reinterpret_cast<float*>(y.row(image, i % outputs, 0, 0));
    std::fill_n(plane, y.size[0] * y.size[1], 0.0f);
    for (std::int64_t channel = 0; channel < x.channels; ++channel)
      add_channel(x, y, kernel, weights, p, node, {image, i % outputs, channel});
  }
}

}  // namespace cpu_convolution_transpose

void register_cpu_convolution_transpose(CpuKernelTable& table) {
  table.add(convolution_transpose_op,
            {cpu_convolution_transpose::run, cpu_convolution_transpose::scratch_bytes});
}

}  // namespace tern
