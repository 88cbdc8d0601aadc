#pragma once

#include "models/blocks/decoder.h"
#include "models/blocks/streams.h"

namespace tern {

/// A mixer and a feed-forward block between streams; the first layer makes the streams, the last
/// one merges them.
struct StreamLayer {
  bool is_first = false;
  Streams attention_streams, ffn_streams, head_streams;
  Norm attention_norm, ffn_norm;
  BlockPtr attention, ffn;
};

/// Loads all but the two blocks: "hc_attn", "hc_ffn", "output_hc", "attn_norm" and "ffn_norm".
StreamLayer load_stream_layer(const LayerLoader& load, const Streams& common);

Tensor* apply(const StepContext& step, const StreamLayer& layer, bool is_last, Tensor* x);

}  // namespace tern
