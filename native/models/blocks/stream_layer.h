#pragma once

#include <optional>

#include "models/blocks/decoder.h"
#include "models/blocks/streams.h"

namespace tern {

/// What the last layer makes of the streams.
enum class StreamEnd {
  merged,  ///< one stream, as within a layer
  mean,
};

/// A mixer and a feed-forward block between streams; the first layer makes the streams, the last
/// one merges them.
struct StreamLayer {
  bool is_first = false;
  Streams attention_streams, ffn_streams;
  std::optional<Streams> head_streams;  ///< (optional) none: their mean
  Norm attention_norm, ffn_norm;
  BlockPtr attention, ffn;
};

/// Reads hyper_connection.*: what all streams of a model have in common.
Streams read_mixed_streams(const ModelLoader& model);

/// Loads all but the two blocks: "hc_attn", "hc_ffn", "attn_norm" and "ffn_norm", and "output_hc"
/// if it merges.
StreamLayer load_stream_layer(const LayerLoader& load, const Streams& common, StreamEnd end);

Tensor* apply(const StepContext& step, const StreamLayer& layer, bool is_last, Tensor* x);

}  // namespace tern
