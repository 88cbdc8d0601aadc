#pragma once

#include "core/op.h"

namespace tern {

/// Sources, all F32: q, k, v and gate [size, heads, tokens, sequences]; states [size (values), size
/// (keys), heads, sequences]. Result: outputs like v, then the new states.
inline constexpr OpInfo gated_linear_attention_op{"gated_linear_attention"};

struct GatedLinearAttentionParams {
  float scale = 1.0f;
};

}  // namespace tern
