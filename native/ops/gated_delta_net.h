#pragma once

#include "core/graph.h"
#include "core/ops/gated_delta_net.h"
#include "ops/recurrence.h"

namespace tern {

/// What a gated delta rule works on; all F32.
struct GatedDeltaNet {
  Tensor* q = nullptr;       ///< [keys, key heads, tokens, sequences]
  Tensor* k = nullptr;       ///< like q
  Tensor* v = nullptr;       ///< [values, heads, tokens, sequences]
  Tensor* gate = nullptr;    ///< logarithm of the decay, [1, heads, tokens, sequences], or one for
                             ///< each key channel (KDA), [keys, heads, tokens, sequences]
  Tensor* beta = nullptr;    ///< [1, heads, tokens, sequences]
  Tensor* states = nullptr;  ///< [keys, values, heads, sequences], contiguous
};

/// For each head, with a state S of a row for each value channel:
///   S = S * exp(gate),  S += beta * (v - S k) kᵀ,  output = S q / sqrt(keys).
/// Head h uses key head h modulo their number. Of the states, the newest `snapshots` are given, but
/// not more than there are tokens.
Recurrence gated_delta_net(Graph& graph, const GatedDeltaNet& net, std::int64_t snapshots = 1);

}  // namespace tern
