#pragma once

#include <string>

#include "core/graph.h"
#include "core/ops/glu.h"
#include "core/ops/unary.h"
#include "models/blocks/linear.h"

namespace tern {

/// down · (activation(gate · x) * (up · x)), or down · activation(up · x) without a gate.
struct Ffn {
  const OpInfo* activation = nullptr;  ///< one of core/ops/glu.h with a gate, else of unary.h
  bool gated = false;
  Linear gate, up, down;
};

/// Loads "<prefix>ffn_up", "ffn_down" and, if gated, "ffn_gate".
Ffn load_gated_ffn(Weights& weights, const std::string& prefix, std::int64_t embedding,
                   std::int64_t width, const OpInfo& activation,
                   ScaleUse scale_use = ScaleUse::none);
Ffn load_plain_ffn(Weights& weights, const std::string& prefix, std::int64_t embedding,
                   std::int64_t width, const OpInfo& activation,
                   ScaleUse scale_use = ScaleUse::none);

Tensor* apply(Graph& graph, const Ffn& ffn, Tensor* x);

}  // namespace tern
