#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32 images (core/ops/convolution.h). Result: F32 or F16 [size, width], [size, width,
/// height] or [size, width, height, depth], and images behind the last or as part of the fourth,
/// where size is channels * product of the sizes of the kernel. Parameters: ConvolutionParams.
inline constexpr OpInfo im2col_op{"im2col"};

/// source[0]: F32 gradient of the result of im2col; source[1]: its images. Result: F32 gradient of
/// the images. Parameters: ConvolutionParams.
inline constexpr OpInfo im2col_back_op{"im2col_back"};

}  // namespace tern
