#pragma once

#include "models/base/step_context.h"

namespace tern {

/// Attention across layers: x and the checkpoints that earlier layers left, weighed by how well
/// they answer to a score vector. Without checkpoints x itself.
struct CheckpointMix {
  Tensor* score = nullptr;  ///< (optional) [embedding]; null: x itself
  float epsilon = 0.0f;
};

/// x: [embedding, tokens].
Tensor* apply(const StepContext& step, const CheckpointMix& mix, Tensor* x);

/// Leaves x for later layers.
void leave_checkpoint(const StepContext& step, Tensor* x);

}  // namespace tern
