#pragma once

#include "models/base/architecture.h"
#include "models/base/hparams.h"
#include "models/blocks/norm.h"

namespace tern {

/// Vectors of tokens, and of positions in models without rope.
struct Embedding {
  Tensor* tokens = nullptr;
  Tensor* positions = nullptr;  ///< (optional)
  Tensor* kinds = nullptr;      ///< (optional) [embedding, kinds]: all tokens are of the first
  float scale = 1.0f;
  Norm norm;  ///< (optional)
};

/// Loads "token_embd.weight"; the size of the vocabulary is its number of rows.
Embedding load_embedding(Weights& weights, const Hparams& hparams);
/// Also loads "position_embd.weight", with a row for each position of the context.
Embedding load_embedding_with_positions(Weights& weights, const Hparams& hparams);

/// What encoders add to it, where the file has it: "position_embd.weight", if they have no rope,
/// "token_types.weight" and "token_embd_norm".
Embedding load_encoder_embedding(Weights& weights, const Hparams& hparams, const NormConfig& norm,
                                 bool positions);

Tensor* apply(const StepContext& step, const Embedding& embedding);

}  // namespace tern
