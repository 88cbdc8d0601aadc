#pragma once

#include <cstdint>

#include "models/blocks/decoder.h"
#include "models/blocks/short_convolution.h"

namespace tern {

/// The sizes of state space models.
struct SsmSizes {
  std::int64_t window = 0;  ///< of the convolution
  std::int64_t inner = 0;   ///< elements that have a state
  std::int64_t state = 0;   ///< elements of the state of one of them
  std::int64_t rank = 0;    ///< of step sizes; heads of Mamba 2
  std::int64_t groups = 0;  ///< of heads that share b and c; 0: no such key
};

/// Reads the keys ssm.*.
SsmSizes read_ssm_sizes(const Metadata& metadata);

/// A Mamba 1 mixer: a gate beside a convolution and a selective scan of each channel.
struct Mamba {
  SsmSizes sizes;
  Linear input;  ///< [embedding, 2 * inner]: channels and their gate
  ShortConvolution convolution;
  Linear selection;                ///< [inner, rank + 2 * state]: step sizes, b and c
  Norm step_norm, b_norm, c_norm;  ///< (optional)
  Linear steps;                    ///< [rank, inner]
  Tensor* decay = nullptr;         ///< [state, inner]
  Tensor* skip = nullptr;          ///< [inner]
  Linear output;                   ///< [inner, embedding]
  MemorySlot slot = 0;
};

/// Loads "ssm_*" of a layer. Norms of step sizes, b and c are taken where the file has them.
Mamba load_mamba(LayerLoader& load, const SsmSizes& sizes);

Tensor* apply(const StepContext& step, const Mamba& mamba, Tensor* x);

}  // namespace tern
