#pragma once

#include <optional>
#include <string>

#include "core/ops/unary.h"
#include "models/base/hparams.h"
#include "models/blocks/attend.h"
#include "models/blocks/block.h"
#include "models/blocks/linear.h"
#include "models/blocks/norm.h"
#include "models/blocks/rotary.h"

namespace tern {

/// What the norms of queries and keys work on.
enum class QkNorm {
  none,
  heads,  ///< each head by itself
  rows,   ///< all heads of a token together
};

/// Queries grow with the position: 1 + scale * log(1 + floor((position + offset) / length)).
struct Temperature {
  float scale = 0.0f;
  float offset = 0.0f;
  float length = 1.0f;
};

/// Self-attention with as many or fewer heads of keys than of queries.
struct Attention {
  Hparams sizes;                  ///< of this layer
  bool fused = false;             ///< one projection for all three
  Linear qkv, query, key, value;  ///< qkv if fused, else the others
  bool joint_gate = false;        ///< "query" gives a gate behind each head of queries
  Linear output;
  const OpInfo* gate_op = &sigmoid_op;
  Linear gate;                   ///< (optional) its gate_op weighs what goes into "output": each
                                 ///< element, or each head if it has so many rows
  Norm output_norm;              ///< (optional) of what goes into "output"
  std::optional<Rotary> rotary;  ///< none: positions come in otherwise
  QkNorm qk_norm = QkNorm::none;
  bool norm_after_rope = false;
  Norm query_norm, key_norm;
  float query_scale = 1.0f;
  std::optional<Temperature> temperature;  ///< (optional) of queries, behind rope
  float result_scale = 1.0f;
  float clamp = 0.0f;  ///< of queries, keys and values; 0: none
  AttendOptions attend;
  KvSlots slots;
};

/// What a model file says about its attention; the rest is found in the file.
struct AttentionOptions {
  std::optional<Rotary> rotary = std::nullopt;
  QkNorm qk_norm = QkNorm::none;
  bool norm_after_rope = false;
  bool joint_gate = false;
  Window window = {};
  float softcap = 0.0f;
  float max_bias = 0.0f;
  float clamp = 0.0f;
  bool sinks = false;
  bool output_bias = true;  ///< that of "attn_output" counts, where the file has it
  ScaleUse scale_use = ScaleUse::before_bias;
};

/// Loads "<prefix>attn_qkv", or "attn_q", "attn_k" and "attn_v" if there is none, and
/// "attn_output"; "attn_q_norm" and "attn_k_norm", "attn_sinks", if there are any,
/// if asked for.
Attention load_attention(Weights& weights, MemoryLayout& memory, const std::string& prefix,
                         std::int64_t layer, const Hparams& sizes, const NormConfig& norm,
                         const AttentionOptions& options);

Tensor* heat(const StepContext& step, const Temperature& temperature, Tensor* queries);

/// Projections, norms and rope: the first half of it.
Qkv make_qkv(const StepContext& step, const Attention& attention, Tensor* x);

Tensor* apply(const StepContext& step, const Attention& attention, Tensor* x);
/// With a mask in place of that of the window.
Tensor* apply(const StepContext& step, const Attention& attention, Tensor* x, Tensor* mask);

}  // namespace tern
