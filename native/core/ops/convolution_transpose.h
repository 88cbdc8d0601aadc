#pragma once

#include <array>
#include <cstdint>

#include "core/op.h"

namespace tern {

/// source[0]: F32 images (core/ops/convolution.h) of rank 1 or 2; source[1]: F32, F16 or BF16
/// kernels [size, outputs, channels] or [width, height, outputs, channels]. Result: F32 images.
inline constexpr OpInfo convolution_transpose_op{"convolution_transpose"};

struct ConvolutionTransposeParams {
  std::int32_t rank = 2;
  std::array<std::int32_t, 2> stride{1, 1};
};

}  // namespace tern
