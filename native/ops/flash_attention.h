#pragma once

#include "core/graph.h"
#include "core/ops/flash_attention.h"

namespace tern {

/// What attention works on.
struct FlashAttention {
  Tensor* queries = nullptr;  ///< F32 [head of k, tokens, heads, sequences]
  Tensor* keys = nullptr;     ///< [head of k, cells, heads of k, sequences]
  Tensor* values = nullptr;   ///< [head of v, cells, heads of k, sequences]
  Tensor* mask = nullptr;     ///< (optional) F32 or F16 [cells, tokens or more, …, …]
  Tensor* sinks = nullptr;    ///< (optional) F32 [heads], contiguous
};

/// Attention at once, with no matrix of weights in memory: for each query and head
///   softmax(cap(scale * q · keys) + slope * mask) · values,
/// where cap is that of FlashAttentionParams, the slope of a head is 1 without ALiBi, and a sink is
/// the logit of one more cell that has no value. Neighbouring heads share a head of keys; the mask
/// goes round over heads and sequences. A row in which everything is masked becomes zeros. Keys and
/// values may have any type with floats. Gives F32 [head of v, heads, tokens, sequences].
Tensor* flash_attention(Graph& graph, const FlashAttention& attention,
                        const FlashAttentionParams& params);

/// The gradient of one operand of attention (F32, of its shape) for the gradient of its result
/// (F32 [head of v, heads, tokens, sequences]).
Tensor* flash_attention_back(Graph& graph, Tensor* gradient, const FlashAttention& attention,
                             const FlashAttentionParams& params, AttentionOperand operand);

}  // namespace tern
