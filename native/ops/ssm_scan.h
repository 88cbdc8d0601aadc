#pragma once

#include "core/graph.h"
#include "core/ops/ssm_scan.h"
#include "ops/recurrence.h"

namespace tern {

/// What a selective scan works on; all F32 but `slots`.
struct SsmScan {
  Tensor* states = nullptr;  ///< [state, size, heads, slots], contiguous
  Tensor* x = nullptr;       ///< [size, heads, tokens, sequences]
  Tensor* dt = nullptr;      ///< step sizes before softplus, [heads, tokens, sequences]
  Tensor* decay = nullptr;   ///< [state, heads] (Mamba 1) or one per head, [1, heads] (Mamba 2)
  Tensor* b = nullptr;       ///< [state, groups, tokens, sequences]
  Tensor* c = nullptr;       ///< like b
  Tensor* slots = nullptr;   ///< I32 [sequences]: which of `states` each sequence starts from
};

/// The state space model of Mamba. For each head, with t = softplus(dt):
///   state = state * exp(t * decay) + b * (t * x),  output = c · state.
/// Groups of b and c serve neighbouring heads. Slot numbers must be in range; they are not checked.
/// Of the states, the newest `snapshots` are given, but not more than there are tokens.
Recurrence ssm_scan(Graph& graph, const SsmScan& scan, std::int64_t snapshots = 1);

}  // namespace tern
