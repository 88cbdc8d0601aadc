#include "models/blocks/classifier.h"

#include "ops/softmax.h"
#include "ops/unary.h"
#include "tern/error.h"

namespace tern {

Classifier load_classifier(const Metadata& metadata, Weights& weights, const Hparams& hparams) {
  Classifier classifier;
  if (!weights.has("cls.output.weight")) return classifier;
  const std::int64_t width = hparams.embedding;
  if (weights.has("cls.weight")) classifier.dense = load_linear(weights, "cls", width, width);
  classifier.output =
      load_linear(weights, "cls.output", width, weights.rows_of("cls.output.weight"));
  classifier.share = metadata.prefix() == "qwen3" || metadata.prefix() == "qwen3vl";
  return classifier;
}

Tensor* apply(Graph& graph, const Classifier& classifier, Tensor* x) {
  if (classifier.output.weight == nullptr)
    throw RequestError("[session] expected a model with a classifier for scores, got one without");
  if (classifier.dense.weight != nullptr)
    x = unary(graph, tanh_op, apply(graph, classifier.dense, x));
  x = apply(graph, classifier.output, x);
  return classifier.share ? softmax(graph, x, nullptr, 1.0f) : x;
}

}  // namespace tern
