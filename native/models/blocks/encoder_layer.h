#pragma once

#include "models/blocks/decoder.h"

namespace tern {

/// A layer as BERT has it: norm(x + mixer(x)), then norm(x + ffn(x)).
struct EncoderLayer {
  BlockPtr mixer;
  Norm mixer_norm;
  BlockPtr ffn;
  Norm ffn_norm;
};

/// With the norms "attn_output_norm" and "layer_output_norm".
EncoderLayer post_norm(const LayerLoader& load, LayerLoader::Parts parts);

Tensor* apply(const StepContext& step, const EncoderLayer& layer, bool is_last, Tensor* x);

}  // namespace tern
