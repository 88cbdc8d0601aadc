#pragma once

#include <string>

#include "models/base/architecture.h"
#include "models/base/weights.h"

namespace tern {

/// Hyper-connections: a residual of several streams, which are merged before a part of a layer and
/// among which what it gives is spread. Merging and spreading depend on the token, and so does the
/// matrix that mixes the streams, if there is one.
struct Streams {
  std::int64_t width = 0;  ///< of one stream
  std::int64_t count = 0;
  float norm_epsilon = 0.0f;
  float epsilon = 0.0f;  ///< added to weights
  float gain_epsilon = 0.0f;
  float magnitude = 1.0f;       ///< of gains
  std::int32_t iterations = 0;  ///< that make the matrix; 0: streams are not mixed
  Tensor* mixer = nullptr;      ///< [count * width, n]; n: 2 * count (count, if nothing is spread)
                                ///< and count² for the matrix
  Tensor* scale = nullptr;      ///< [2]: of weights, of gains; the third of the matrix
  Tensor* base = nullptr;       ///< [n]
};

/// Loads "<name>_fn.weight", "_scale.weight" and "_base.weight" into a copy of `common`.
Streams load_streams(Weights& weights, const std::string& name, const Streams& common,
                     bool spreads);

/// A residual each stream of which is x, [width, tokens].
Tensor* start_streams(Graph& graph, const Streams& streams, Tensor* x);

struct Merged {
  Tensor* x = nullptr;       ///< [width, tokens]
  Tensor* gains = nullptr;   ///< [count, tokens]; null if nothing is spread
  Tensor* matrix = nullptr;  ///< [count, count, tokens]; null if streams are not mixed
};

/// residual: [count * width, tokens], stream after stream.
Merged merge(Graph& graph, const Streams& streams, Tensor* residual);

/// The residual, mixed by the matrix of `merged`, with y, [width, tokens], added to each stream by
/// its gain.
Tensor* spread(Graph& graph, const Streams& streams, Tensor* y, Tensor* residual,
               const Merged& merged);

}  // namespace tern
