#pragma once

#include <string>

#include "models/base/architecture.h"
#include "models/base/weights.h"

namespace tern {

/// Hyper-connections: a residual of several streams, which are merged before a part of a layer and
/// among which what it gives is spread. Merging and spreading depend on the token.
struct Streams {
  std::int64_t width = 0;  ///< of one stream
  std::int64_t count = 0;
  float norm_epsilon = 0.0f;
  float epsilon = 0.0f;     ///< added to weights
  float magnitude = 1.0f;   ///< of gains
  Tensor* mixer = nullptr;  ///< [count * width, 2 * count] (count, if nothing is spread)
  Tensor* scale = nullptr;  ///< [2]: of weights, of gains
  Tensor* base = nullptr;   ///< [2 * count]
};

/// Loads "<name>_fn.weight", "_scale.weight" and "_base.weight" into a copy of `common`.
Streams load_streams(Weights& weights, const std::string& name, const Streams& common,
                     bool spreads);

struct Merged {
  Tensor* x = nullptr;      ///< [width, tokens]
  Tensor* gains = nullptr;  ///< [count, tokens]; null if nothing is spread
};

/// residual: [count * width, tokens], stream after stream.
Merged merge(Graph& graph, const Streams& streams, Tensor* residual);

/// The residual with y, [width, tokens], added to each stream by its gain.
Tensor* spread(Graph& graph, const Streams& streams, Tensor* y, Tensor* residual, Tensor* gains);

}  // namespace tern
