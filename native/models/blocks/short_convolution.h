#pragma once

#include <cstdint>
#include <string>

#include "models/blocks/decoder.h"

namespace tern {

/// Each channel with the few tokens before it, which are kept.
struct ShortConvolution {
  Tensor* kernel = nullptr;  ///< [window, channels], or [window, 1, channels]
  Tensor* bias = nullptr;    ///< (optional) [channels]
  MemorySlot slot = 0;
};

/// Loads "<name>.weight" and, where the file has it, "<name>.bias".
ShortConvolution load_short_convolution(LayerLoader& load, const std::string& name,
                                        std::int64_t window, std::int64_t channels);

/// The same with a kernel of this shape, one of two.
ShortConvolution load_short_convolution(LayerLoader& load, const std::string& name,
                                        const Shape& shape);

/// x: [channels, tokens, sequences]; the same out.
Tensor* apply(const StepContext& step, const ShortConvolution& convolution, Tensor* x);

}  // namespace tern
