#pragma once

#include <vector>

#include "models/blocks/delta_net.h"

namespace tern {

/// Linear attention with a fixed decay of each head, a norm over all heads, and a sigmoid gate.
struct LightningAttention {
  std::int64_t size = 0;  ///< elements of a head
  std::int64_t heads = 0;
  float slope_scale = 1.0f;  ///< deeper layers forget less
  Linear qkv;                ///< for each head its query, key and value
  Linear gate;
  Norm norm;
  Linear output;
  MemorySlot slot = 0;
};

/// Loads "attn_qkv", "attn_gate", "attn_norm_2" and "attn_output" of a layer.
LightningAttention load_lightning_attention(LayerLoader& load);

Tensor* apply(const StepContext& step, const LightningAttention& attention, Tensor* x);

/// What each of `heads` heads keeps of its state from token to token is exp(-slope * scale).
std::vector<float> lightning_slopes(std::int64_t heads);

}  // namespace tern
