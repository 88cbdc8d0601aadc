#pragma once

#include <array>
#include <cstdint>

#include "core/op.h"

namespace tern {

/// How a kernel moves over images; per direction (width, height, depth).
struct ConvolutionParams {
  std::int32_t rank = 2;  ///< directions that count: 1, 2 or 3
  std::array<std::int32_t, 3> size{1, 1, 1};
  std::array<std::int32_t, 3> stride{1, 1, 1};
  std::array<std::int32_t, 3> padding{0, 0, 0};  ///< zeros on both sides
  std::array<std::int32_t, 3> dilation{1, 1, 1};
  std::int32_t channels = 1;  ///< of the images
  std::int32_t groups = 1;    ///< parts of the channels that do not mix
};

/// Images lie in tensors as [width, channels, images], [width, height, channels, images] or [width,
/// height, depth, channels * images], by rank.
///
/// source[0]: F32 images; source[1]: F32, F16 or BF16 kernels, as images with the outputs last: the
/// channels are those of a group. Result: F32 images, a channel per output.
inline constexpr OpInfo convolution_op{"convolution"};

}  // namespace tern
