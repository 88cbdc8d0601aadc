#pragma once

#include <cstdint>
#include <optional>

#include "core/graph.h"
#include "core/ops/rope.h"
#include "models/base/hparams.h"
#include "models/base/memory_layout.h"
#include "models/base/metadata.h"
#include "models/base/step_context.h"
#include "models/base/weights.h"

namespace tern {

/// How queries and keys get their position.
struct Rotary {
  RopeParams params;
  Tensor* divisors = nullptr;       ///< (optional) of the frequencies
  Tensor* long_divisors = nullptr;  ///< (optional) in place of them beyond the original context
};

/// Reads the rope.* keys. Throws ModelError for a scaling type that is not supported.
Rotary load_rotary(const Metadata& metadata, const Hparams& hparams, RopeMode mode);
/// Also finds rope_freqs, or rope_factors_short and rope_factors_long, which not all architectures
/// use even where files have them.
Rotary load_rotary_with_divisors(const Metadata& metadata, Weights& weights, const Hparams& hparams,
                                 RopeMode mode);

/// How keys that were turned so follow their tokens to other positions; empty where they cannot.
std::optional<Turn> turn_of(const Rotary& rotary, std::int64_t head);

/// x: [head size, heads, tokens]
Tensor* apply(const StepContext& step, const Rotary& rotary, Tensor* x);

}  // namespace tern
