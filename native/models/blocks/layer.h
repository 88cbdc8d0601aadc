#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "models/base/architecture.h"
#include "models/blocks/attention.h"
#include "models/blocks/ffn.h"
#include "models/blocks/norm.h"

namespace tern {

/// The usual layer of a decoder: x + attention(norm(x)), then x + ffn(norm(x)).
struct DecoderLayer {
  Norm attention_norm;
  Attention attention;
  Norm ffn_norm;
  Ffn ffn;
};

/// "blk.<layer>."
std::string layer_prefix(std::size_t layer);

/// Runs all layers; the last one computes its second half for the wanted tokens only.
Tensor* apply(const StepContext& step, const std::vector<DecoderLayer>& layers, Tensor* x);

}  // namespace tern
