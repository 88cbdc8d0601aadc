#pragma once

#include <cstdint>

#include "models/base/memory_layout.h"
#include "models/base/step_context.h"
#include "ops/gated_delta_net.h"
#include "ops/ssm_scan.h"

namespace tern {

/// How many tokens each sequence of the step has.
std::int64_t tokens_each(const StepContext& step);

/// [n, tokens] as [n, tokens of each, sequences].
Tensor* by_sequence(const StepContext& step, Tensor* x);

/// The part of each row of x [.., tokens, sequences] from element `first` on, cut into heads:
/// [size, heads, tokens, sequences].
Tensor* take_heads(const StepContext& step, Tensor* x, std::int64_t size, std::int64_t heads,
                   std::int64_t first);

/// What the sequences of the step have in a memory: [width, sequences].
Tensor* load_states(const StepContext& step, MemorySlot slot);

/// Keeps x, of which each sequence has as many elements as the memory is wide.
void store_states(const StepContext& step, MemorySlot slot, Tensor* x);

/// Runs a delta rule from the states in a memory and keeps the new ones there; `net` has all but
/// the states. Gives [values, heads, tokens, sequences].
Tensor* run_delta_net(const StepContext& step, MemorySlot slot, GatedDeltaNet net);

/// The same for a selective scan; `scan` has all but states and slots. Gives [size, heads, tokens,
/// sequences].
Tensor* run_scan(const StepContext& step, MemorySlot slot, SsmScan scan);

}  // namespace tern
