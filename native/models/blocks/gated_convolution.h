#pragma once

#include "models/blocks/short_convolution.h"

namespace tern {

/// A short convolution as a mixer: what goes in and what comes out are weighed by projections of
/// their own.
struct GatedConvolution {
  Linear input;  ///< [embedding, 3 * embedding]: both weights, then what is convolved
  ShortConvolution convolution;
  Linear output;
};

/// Loads "shortconv.*" of a layer.
GatedConvolution load_gated_convolution(LayerLoader& load, std::int64_t window);

Tensor* apply(const StepContext& step, const GatedConvolution& mixer, Tensor* x);

}  // namespace tern
