#include "models/blocks/head.h"

namespace tern {

Head load_head(Weights& weights, const Hparams& hparams, const Embedding& embedding,
               const NormConfig& norm) {
  Head head;
  head.norm = load_norm(weights, "output_norm", hparams.embedding, norm);
  const Shape& tokens = embedding.tokens->shape;
  if (weights.find("output.weight", tokens) != nullptr) {
    head.output = load_linear(weights, "output", hparams.embedding, tokens[1]);
  } else {
    head.output.weight = embedding.tokens;
  }
  return head;
}

Tensor* apply(Graph& graph, const Head& head, Tensor* x) {
  return apply(graph, head.output, apply(graph, head.norm, x));
}

}  // namespace tern
