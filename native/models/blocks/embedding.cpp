#include "models/blocks/embedding.h"

#include "ops/binary.h"
#include "ops/get_rows.h"

namespace tern {

Embedding load_embedding(Weights& weights, const Hparams& hparams) {
  const std::int64_t vocab = weights.rows_of("token_embd.weight");
  return {weights.require("token_embd.weight", {hparams.embedding, vocab, 1, 1}), nullptr};
}

Embedding load_embedding_with_positions(Weights& weights, const Hparams& hparams) {
  Embedding embedding = load_embedding(weights, hparams);
  embedding.positions =
      weights.require("position_embd.weight", {hparams.embedding, hparams.context, 1, 1});
  return embedding;
}

Tensor* apply(const StepContext& step, const Embedding& embedding) {
  Tensor* x = get_rows(step.graph, embedding.tokens, step.tokens);
  if (embedding.positions == nullptr) return x;
  return add(step.graph, x, get_rows(step.graph, embedding.positions, step.positions));
}

}  // namespace tern
