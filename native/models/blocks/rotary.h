#pragma once

#include "core/graph.h"
#include "core/ops/rope.h"
#include "models/base/hparams.h"
#include "models/base/metadata.h"
#include "models/base/weights.h"

namespace tern {

/// How queries and keys get their position.
struct Rotary {
  RopeParams params;
  Tensor* divisors = nullptr;  ///< (optional) of the frequencies
};

/// Reads the rope.* keys and the tensor rope_freqs.weight. Throws ModelError for a scaling type
/// that is not supported.
Rotary load_rotary(const Metadata& metadata, Weights& weights, const Hparams& hparams,
                   RopeMode mode);

/// x: [head size, heads, tokens]
Tensor* apply(Graph& graph, const Rotary& rotary, Tensor* x, Tensor* positions);

}  // namespace tern
