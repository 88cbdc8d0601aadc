#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "models/blocks/block.h"
#include "models/blocks/norm.h"

namespace tern {

/// A layer of a decoder: x + mixer(norm(x)), then x + ffn(norm(x)). Norms that are not there do
/// nothing, so models with norms before, after or around the parts are all made of it.
struct DecoderLayer {
  enum class Wiring {
    sequential,
    parallel,  ///< x + mixer(attention_norm(x)) + ffn(…): of ffn_norm(x) if there is one, else of
               ///< the same norm
  };
  Norm attention_norm, attention_post_norm;
  BlockPtr mixer;
  Norm ffn_norm, ffn_post_norm;
  BlockPtr ffn;  ///< (optional)
  float residual_scale = 1.0f;
  Wiring wiring = Wiring::sequential;
};

/// "blk.<layer>."
std::string layer_prefix(std::size_t layer);

/// Runs all layers; the last one computes its second half for the wanted tokens only.
Tensor* apply(const StepContext& step, const std::vector<DecoderLayer>& layers, Tensor* x);

}  // namespace tern
