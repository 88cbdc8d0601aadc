#pragma once

#include "models/base/architecture.h"
#include "models/base/hparams.h"
#include "models/base/step_context.h"
#include "models/blocks/classifier.h"
#include "models/blocks/embedding.h"
#include "models/blocks/linear.h"
#include "models/blocks/norm.h"

namespace tern {

/// From the last layer to logits.
struct Head {
  Norm norm;
  Linear output;                ///< none: an encoder, which gives no logits
  Classifier classifier;        ///< (optional) in its place, where scores are asked for
  float scale = 1.0f;           ///< of the logits
  float softcap = 0.0f;         ///< cap * tanh(logits / cap); 0: none
  bool hands_on_normed = true;  ///< draft heads go on from what the norm gives, else what it gets
};

/// Loads "output_norm" and "output"; without the latter the token embedding serves in both places.
Head load_head(Weights& weights, const Hparams& hparams, const Embedding& embedding,
               const NormConfig& norm);
/// Only "output". Its bias is used by few architectures, even where files have it.
Head load_bare_head(Weights& weights, const Hparams& hparams, const Embedding& embedding);

/// What step.result asks for.
Tensor* apply(const StepContext& step, const Head& head, Tensor* x);

/// The same, and the states if the step hands them on.
StepOutput finish(const StepContext& step, const Head& head, Tensor* x);

}  // namespace tern
