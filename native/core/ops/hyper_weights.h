#pragma once

#include <cstdint>

#include "core/op.h"

namespace tern {

/// Sources, all F32: mixes [(2 + n) n, tokens]; scale [3 or more]; base [(2 + n) n], where n is the
/// number of streams. Result: F32 [n (to), n (from), tokens].
inline constexpr OpInfo hyper_weights_op{"hyper_weights"};

/// By then no matrix changes any more; a file that asks for more is broken.
inline constexpr std::int32_t most_hyper_iterations = 1000;

struct HyperWeightsParams {
  float epsilon = 0.0f;
  std::int32_t iterations = 1;  ///< up to most_hyper_iterations
};

}  // namespace tern
