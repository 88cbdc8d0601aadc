#pragma once

#include <array>
#include <cstdint>

#include "core/ops/convolution.h"
#include "core/tensor.h"

namespace tern {

/// A tensor as images (core/ops/convolution.h): directions that do not count have size 1.
struct Images {
  Images(const Tensor& tensor, int rank, std::int64_t channel_count) : data(tensor.data) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(rank); ++i) {
      size[i] = tensor.shape[i];
      stride[i] = tensor.stride[i];
    }
    const auto at = static_cast<std::size_t>(rank);
    channels = channel_count;
    channel_stride = tensor.stride[at];
    images = rank == 3 ? tensor.shape[3] / channel_count : tensor.shape[at + 1];
    image_stride = rank == 3 ? channel_stride * static_cast<std::size_t>(channel_count)
                             : tensor.stride[at + 1];
  }

  std::byte* row(std::int64_t image, std::int64_t channel, std::int64_t z, std::int64_t y) const {
    return data + static_cast<std::size_t>(image) * image_stride +
           static_cast<std::size_t>(channel) * channel_stride +
           static_cast<std::size_t>(z) * stride[2] + static_cast<std::size_t>(y) * stride[1];
  }

  std::byte* data;
  std::array<std::int64_t, 3> size{1, 1, 1};
  std::array<std::size_t, 3> stride{0, 0, 0};
  std::int64_t channels;
  std::int64_t images;
  std::size_t channel_stride;
  std::size_t image_stride;
};

/// The element of an image that an element of a kernel meets, along one direction; it may lie
/// outside.
inline std::int64_t met(const ConvolutionParams& p, std::size_t direction, std::int64_t place,
                        std::int64_t element) {
  return place * p.stride[direction] + element * p.dilation[direction] - p.padding[direction];
}

}  // namespace tern
