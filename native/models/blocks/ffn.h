#pragma once

#include <optional>
#include <string>

#include "models/blocks/activation.h"
#include "models/blocks/block.h"
#include "models/blocks/linear.h"

namespace tern {

/// down · (f(gate · x) * (up · x)), or down · f(up · x) without a gate.
struct Ffn {
  enum class Gate {
    none,
    apart,  ///< of its own matrix
    fused,  ///< the first half of what "up" gives
  };
  Activation activation = Activation::silu;
  Gate kind = Gate::none;
  Linear gate, up, down;
  Tensor* divisors = nullptr;  ///< (optional) [width]: of what f gives, without a gate
  std::optional<Situ> situ;    ///< (optional) in place of the activation, with a gate
  float limit = 0.0f;          ///< (optional) of the activation, with a gate
  GateLimit limit_where = GateLimit::after_silu;
};

struct FfnOptions {
  Activation activation = Activation::silu;
  Ffn::Gate gate = Ffn::Gate::apart;
  ScaleUse scale_use = ScaleUse::after_bias;
  bool biases = true;  ///< those that the file has count
  std::optional<Situ> situ = std::nullopt;
  float limit = 0.0f;
  GateLimit limit_where = GateLimit::after_silu;
  std::string suffix = {};  ///< of the names of tensors: "_shexp" for shared experts
};

/// Loads "<prefix>ffn_up", "ffn_down" and "ffn_gate", as far as `options` say, with their suffix.
Ffn load_ffn(Weights& weights, const std::string& prefix, std::int64_t embedding,
             std::int64_t width, const FfnOptions& options = {});

Tensor* apply(const StepContext& step, const Ffn& ffn, Tensor* x);

}  // namespace tern
