#pragma once

#include <string>

#include "models/base/weights.h"
#include "models/blocks/decoder.h"

namespace tern {

/// Hyper-connections of another kind than Streams: the streams, each with a norm of its own, are
/// weighed element by element, through a bottleneck, and their mean goes into a part of a layer.
struct GatedStreams {
  std::int64_t width = 0;  ///< of one stream
  std::int64_t count = 0;
  float epsilon = 0.0f;
  Tensor* norm = nullptr;    ///< [width * count]
  Tensor* down = nullptr;    ///< [width * count, n]
  Tensor* up = nullptr;      ///< [n, width * count]
  Tensor* inject = nullptr;  ///< (optional) [width * count, count]; none: nothing is spread
};

/// Loads "<name>_norm.weight", "_down.weight", "_up.weight" and "_inject.weight"; `common` has
/// width, count and epsilon.
GatedStreams load_gated_streams(const ModelLoader& model, const std::string& name,
                                const GatedStreams& common, bool spreads);

struct MergedStreams {
  Tensor* x = nullptr;      ///< [width, tokens]
  Tensor* gains = nullptr;  ///< [count, tokens]; null if nothing is spread
};

/// residual: [width * count, tokens], stream after stream.
MergedStreams merge(Graph& graph, const GatedStreams& streams, Tensor* residual);

/// The residual with y, [width, tokens], added to each stream by its gain.
Tensor* spread(Graph& graph, const GatedStreams& streams, Tensor* y, Tensor* residual,
               Tensor* gains);

/// x [width * count, tokens], each stream by itself; weight: [width * count].
Tensor* norm_streams(Graph& graph, const GatedStreams& streams, Tensor* weight, Tensor* x);

}  // namespace tern
