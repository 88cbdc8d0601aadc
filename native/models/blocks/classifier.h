#pragma once

#include "models/base/hparams.h"
#include "models/base/metadata.h"
#include "models/blocks/linear.h"

namespace tern {

/// Scores of a text from the state of one of its tokens: output · tanh(dense · x).
struct Classifier {
  Linear dense;  ///< (optional)
  Linear output;
  bool share = false;  ///< scores add up to 1
};

/// Loads "cls" and "cls.output", where the file has the latter.
Classifier load_classifier(const Metadata& metadata, Weights& weights, const Hparams& hparams);

/// Throws RequestError if the model has none.
Tensor* apply(Graph& graph, const Classifier& classifier, Tensor* x);

}  // namespace tern
