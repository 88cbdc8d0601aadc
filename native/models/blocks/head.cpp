#include "models/blocks/head.h"

#include "ops/scale.h"
#include "ops/unary.h"
#include "tern/error.h"

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

namespace blocks_head {

Tensor* rows(const StepContext& step, const Head& head, Tensor* x) {
  Graph& graph = step.graph;
  if (step.result == StepResult::embeddings) return x;
  if (step.result == StepResult::scores) return apply(graph, head.classifier, x);
  if (head.output.weight == nullptr)
    throw RequestError(
        "[session] expected a model that predicts tokens for logits, got an encoder");
  Tensor* logits = apply(graph, head.output, x);
  if (head.scale != 1.0f) logits = scale(graph, logits, head.scale);
  if (head.softcap == 0.0f) return logits;
  logits = unary(graph, tanh_op, scale(graph, logits, 1.0f / head.softcap));
  return scale(graph, logits, head.softcap);
}

}  // namespace blocks_head

Tensor* apply(const StepContext& step, const Head& head, Tensor* x) {
  return blocks_head::rows(step, head, apply(step.graph, head.norm, x));
}

StepOutput finish(const StepContext& step, const Head& head, Tensor* x) {
  if (!step.hands_on) return {apply(step, head, x)};
  Tensor* normed = apply(step.graph, head.norm, x);
  return {blocks_head::rows(step, head, normed), head.hands_on_normed ? normed : x};
}

}  // namespace tern
