#pragma once

#include <cstdint>

#include "core/op.h"

namespace tern {

/// source[0]: F32 queries [head of k, tokens, heads, sequences]; source[1], source[2]: keys and
/// values [head of k or v, cells, heads of k, sequences], any type with floats; source[3]
/// (optional): F32 or F16 mask [cells, tokens or more, heads, sequences], the last two repeated;
/// source[4] (optional): F32 sinks [heads]. Result: F32 [head of v, heads, tokens, sequences].
inline constexpr OpInfo flash_attention_op{"flash_attention"};
/// source[0] to source[4]: as above; source[5]: F32, the gradient of the result. Result: F32, the
/// gradient of one operand, of its shape.
inline constexpr OpInfo flash_attention_back_op{"flash_attention_back"};

struct FlashAttentionParams {
  float scale = 1.0f;
  float max_bias = 0.0f;  ///< ALiBi: what the mask is multiplied by starts here; 0 turns it off
  float softcap = 0.0f;   ///< logits become softcap * tanh(logit / softcap); 0 turns it off
};

/// What attention is differentiated by.
enum class AttentionOperand : std::int32_t { queries, keys, values, sinks };

struct FlashAttentionBackParams {
  FlashAttentionParams attention;
  AttentionOperand operand = AttentionOperand::queries;
};

}  // namespace tern
