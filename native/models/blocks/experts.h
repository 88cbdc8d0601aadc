#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/base/hparams.h"
#include "models/base/metadata.h"
#include "models/blocks/activation.h"
#include "models/blocks/block.h"
#include "models/blocks/ffn.h"
#include "models/blocks/linear.h"

namespace tern {

/// How the logits of the router become the weights of experts.
enum class Gating : std::uint8_t {
  none,
  softmax,           ///< over all experts
  sigmoid,           ///< each by itself
  softmax_selected,  ///< over the chosen ones
  sqrt_softplus,
};

/// One matrix per expert.
struct ExpertLinear {
  Tensor* weight = nullptr;  ///< [inputs, outputs, experts]
  Tensor* bias = nullptr;    ///< (optional) [outputs, experts]
  Tensor* scale = nullptr;   ///< (optional) [experts]
};

/// Feed-forward blocks of which a router chooses some for each token.
struct Experts {
  std::int64_t count = 0;
  std::int64_t used = 0;
  Gating gating = Gating::softmax;
  bool normalize = true;      ///< weights of a token add up to 1
  float scale = 1.0f;         ///< of weights
  bool weigh_inputs = false;  ///< weights apply to what goes in, not to what comes out
  std::int64_t groups = 1;    ///< of experts; the best `groups_used` of them take part
  std::int64_t groups_used = 1;
  Linear router;                     ///< [embedding, count]
  Tensor* selection_bias = nullptr;  ///< (optional) [count]: for choosing, not for weighing
  Tensor* table = nullptr;           ///< (optional) I32 [used, vocabulary]: chooses in its place
  ExpertLinear gate, up, down;
  ExpertLinear gate_up;  ///< (optional) in place of gate and up
  Activation activation = Activation::silu;
  std::optional<Situ> situ;  ///< (optional) in its place
  float limit = 0.0f;        ///< (optional) of the activation
  GateLimit limit_where = GateLimit::after_silu;
  BlockPtr shared;         ///< (optional) takes part always
  Linear shared_gate;      ///< (optional) its sigmoid weighs the shared one
  float sum_scale = 1.0f;  ///< of the sum with the shared one
};

/// What a model file says about its experts.
struct ExpertOptions {
  Activation activation = Activation::silu;
  Gating gating = Gating::softmax;
  bool normalize = true;
  bool file_scale = true;  ///< expert_weights_scale counts
  bool scales = false;     ///< the file's scales of expert matrices count
  bool biases = false;     ///< and biases
  bool weigh_inputs = false;
  std::int64_t shared_width = 0;  ///< of the shared expert; 0: none
  bool shared_gate = false;
  ScaleUse shared_scale_use = ScaleUse::none;
  Ffn::Gate shared_gating = Ffn::Gate::apart;
  const char* suffix = "_exps";
  std::int64_t width = 0;   ///< of an expert; 0: as the file says
  bool gated = true;        ///< experts have a gate
  std::int64_t inputs = 0;  ///< elements that experts work on; 0: the embedding
  std::optional<Situ> situ = std::nullopt;
  float limit = 0.0f;
  float shared_limit = 0.0f;
  GateLimit limit_where = GateLimit::after_silu;  ///< of both
};

/// expert_gating_func; `fallback` if it is missing or 0.
Gating read_gating(const Metadata& metadata, Gating fallback = Gating::none);

/// The limits of a layer: swiglu_clamp_exp, and swiglu_clamp_shexp (or else the same) of what is
/// shared or dense; 0: none.
struct GateLimits {
  float experts = 0.0f;
  float shared = 0.0f;
};
GateLimits read_gate_limits(const Metadata& metadata, std::size_t layer);

/// Elements inside of an expert: expert_feed_forward_length, or the usual width.
std::int64_t expert_width(const Metadata& metadata, std::size_t layer, const Hparams& sizes);

/// Loads "<prefix>ffn_gate_inp", "ffn_{gate,up,down}_exps", "exp_probs_b" and the shared expert.
Experts load_experts(const Metadata& metadata, Weights& weights, const std::string& prefix,
                     std::size_t layer, const Hparams& sizes, const ExpertOptions& options);

Tensor* apply(const StepContext& step, const Experts& experts, Tensor* x);

/// Only the routed experts, with logits [count, tokens] that come from elsewhere, and so may the
/// experts that are used: I32 [used, tokens].
Tensor* run_routed(Graph& graph, const Experts& experts, Tensor* x, Tensor* logits,
                   Tensor* chosen = nullptr);

}  // namespace tern
