#pragma once

#include <cstdint>

#include "core/ops/unary.h"
#include "models/blocks/decoder.h"
#include "models/blocks/mamba.h"
#include "models/blocks/short_convolution.h"

namespace tern {

/// Linear attention with a gated delta rule: convolved queries, keys and values, a decay and a
/// strength of each head, a norm of what it gives, weighed by a gate.
struct DeltaNet {
  std::int64_t size = 0;  ///< elements of a head of queries, keys and values
  std::int64_t key_heads = 0;
  std::int64_t heads = 0;
  bool neighbours = false;  ///< neighbouring heads share a key head; else those that lie
                            ///< key_heads apart
  Linear qkv, gate;         ///< all queries, all keys, all values
  Linear qkv_gate;          ///< (optional) in their place: for each key head all that belongs to it
  Linear beta, alpha;       ///< [embedding, heads]: the strength, the decay
  Linear beta_alpha;        ///< (optional) in their place: for each key head both
  ShortConvolution convolution;
  Tensor* alpha_bias = nullptr;  ///< [heads]
  Tensor* decay = nullptr;       ///< [heads]
  Norm norm;                     ///< of a head
  const OpInfo* gate_op = &silu_op;
  Linear output;
  ScaleUse scale_use = ScaleUse::before_bias;
  MemorySlot slot = 0;
};

/// How a file holds the projections of delta nets.
enum class DeltaNetLayout {
  apart,        ///< "attn_qkv", "attn_gate", "ssm_beta" and "ssm_alpha"
  by_key_head,  ///< "ssm_ba" in place of the last two, and maybe "ssm_in" in place of the others
};

/// Loads the parts of a layer; its norm is that of queries and keys too.
DeltaNet load_delta_net(LayerLoader& load, const SsmSizes& sizes,
                        DeltaNetLayout layout = DeltaNetLayout::apart);

Tensor* apply(const StepContext& step, const DeltaNet& net, Tensor* x);

/// x / sqrt(sum of squares + epsilon), row by row.
Tensor* unit_length(Graph& graph, Tensor* x, float epsilon);

/// For each layer whether it is recurrent: attention.recurrent_layers, or else all but the last of
/// every full_attention_interval (or `interval`) layers. Draft heads are not.
std::vector<bool> recurrent_layers(const ModelLoader& model, std::int64_t interval = 4);

}  // namespace tern
