#include "models/blocks/head.h"

#include "ops/scale.h"
#include "ops/unary.h"

namespace tern {

Head load_bare_head(Weights& weights, const Hparams&, const Embedding& embedding) {
  Head head;
  const Shape& tokens = embedding.tokens->shape;
  if (weights.find("output.weight", tokens) != nullptr) {
    head.output.weight = weights.require("output.weight", tokens);
  } else {
    head.output.weight = embedding.tokens;
  }
  return head;
}

Head load_head(Weights& weights, const Hparams& hparams, const Embedding& embedding,
               const NormConfig& norm) {
  Head head = load_bare_head(weights, hparams, embedding);
  head.norm = load_norm(weights, "output_norm", hparams.embedding, norm);
  return head;
}

Tensor* apply(const StepContext& step, const Head& head, Tensor* x) {
  Graph& graph = step.graph;
  x = apply(graph, head.norm, x);
  if (step.result == StepResult::embeddings) return x;
  if (step.result == StepResult::scores) return apply(graph, head.classifier, x);
  Tensor* logits = apply(graph, head.output, x);
  if (head.scale != 1.0f) logits = scale(graph, logits, head.scale);
  if (head.softcap == 0.0f) return logits;
  logits = unary(graph, tanh_op, scale(graph, logits, 1.0f / head.softcap));
  return scale(graph, logits, head.softcap);
}

}  // namespace tern
