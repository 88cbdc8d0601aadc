#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "models/base/architecture.h"
#include "models/base/hparams.h"
#include "models/blocks/linear.h"
#include "models/blocks/rotary.h"

namespace tern {

/// Queries, keys and values of the tokens of a step: [head size, heads, tokens] each.
struct Qkv {
  Tensor* queries = nullptr;
  Tensor* keys = nullptr;
  Tensor* values = nullptr;
};

/// Causal self-attention over the cache, with as many or fewer heads of keys than of queries.
struct Attention {
  Hparams hparams;
  bool fused = false;             ///< one projection for all three
  Linear qkv, query, key, value;  ///< qkv if fused, else the others
  Linear output;
  std::optional<Rotary> rotary;  ///< none: positions come in otherwise
};

/// Loads "<prefix>attn_q", "attn_k", "attn_v" and "attn_output".
Attention load_attention(Weights& weights, const std::string& prefix, const Hparams& hparams);
/// Loads "<prefix>attn_qkv" and "attn_output".
Attention load_fused_attention(Weights& weights, const std::string& prefix, const Hparams& hparams);

/// Stores keys and values of the step in the cache of `layer`, attends to all visible cells.
Tensor* apply(const StepContext& step, const Attention& attention, std::size_t layer, Tensor* x);

}  // namespace tern
