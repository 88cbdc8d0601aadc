#pragma once

#include "models/blocks/mamba.h"

namespace tern {

/// A Mamba 2 mixer: one projection, a convolution of channels, b and c, a selective scan of heads
/// with one decay each, a gate, and a norm of each group.
struct Mamba2 {
  SsmSizes sizes;
  Linear input;  ///< to the gate, channels, b and c of all groups, step sizes of all heads
  ShortConvolution convolution;
  Tensor* step_bias = nullptr;  ///< [heads]
  Tensor* decay = nullptr;      ///< [1, heads]
  Tensor* skip = nullptr;       ///< [1, heads]
  Norm norm;                    ///< (optional) its weight: [inner / groups, groups]
  Linear output;
  MemorySlot slot = 0;
};

/// Loads "ssm_*" of a layer.
Mamba2 load_mamba2(LayerLoader& load, const SsmSizes& sizes);

Tensor* apply(const StepContext& step, const Mamba2& mamba, Tensor* x);

}  // namespace tern
