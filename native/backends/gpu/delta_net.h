#pragma once

#include "backends/gpu/lowering.h"
#include "core/state_strides.h"

namespace tern {

/// The states of a gated delta net go to `states`, which starts with the newest of the first
/// sequence.
void lower_delta_net(Lowering& to, const Tensor& net, const Tensor& states,
                     const StateStrides& strides);

}  // namespace tern
