#pragma once

#include "core/op.h"

namespace tern {

/// source[0]: F32 logits [n, …]; source[1]: F32 probabilities of the same shape. Result F32 [1]:
/// minus the sum of probability * log(softmax(logits)), divided by the number of rows.
inline constexpr OpInfo cross_entropy_loss_op{"cross_entropy_loss"};
/// source[0]: F32 [1], the gradient of the loss; source[1], source[2]: logits and probabilities.
/// Result: the gradient of the logits.
inline constexpr OpInfo cross_entropy_loss_back_op{"cross_entropy_loss_back"};

}  // namespace tern
