#include "models/blocks/embedding.h"

#include "ops/binary.h"
#include "ops/get_rows.h"
#include "ops/layout.h"
#include "ops/scale.h"

namespace tern {

Embedding load_embedding(Weights& weights, const Hparams& hparams) {
  const std::int64_t vocab = weights.rows_of("token_embd.weight");
  Embedding embedding;
  embedding.tokens = weights.require("token_embd.weight", {hparams.embedding, vocab, 1, 1});
  return embedding;
}

Embedding load_embedding_with_positions(Weights& weights, const Hparams& hparams) {
  Embedding embedding = load_embedding(weights, hparams);
  embedding.positions =
      weights.require("position_embd.weight", {hparams.embedding, hparams.context, 1, 1});
  return embedding;
}

Embedding load_encoder_embedding(Weights& weights, const Hparams& hparams, const NormConfig& norm,
                                 bool positions) {
  Embedding embedding = positions ? load_embedding_with_positions(weights, hparams)
                                  : load_embedding(weights, hparams);
  const std::string kinds = "token_types.weight";
  if (weights.has(kinds))
    embedding.kinds = weights.require(kinds, {hparams.embedding, weights.rows_of(kinds), 1, 1});
  embedding.norm = load_norm(weights, "token_embd_norm", hparams.embedding, norm);
  return embedding;
}

Tensor* apply(const StepContext& step, const Embedding& embedding) {
  Graph& graph = step.graph;
  Tensor* x = get_rows(graph, embedding.tokens, step.tokens);
  if (embedding.scale != 1.0f) x = scale(graph, x, embedding.scale);
  if (const Tensor* kinds = embedding.kinds; kinds != nullptr)
    x = add(graph, x, view(graph, embedding.kinds, {kinds->shape[0], 1, 1, 1}, kinds->stride, 0));
  if (embedding.positions != nullptr)
    x = add(graph, x, get_rows(graph, embedding.positions, step.positions));
  return apply(graph, embedding.norm, x);
}

}  // namespace tern
