#pragma once

#include "backends/gpu/lowering.h"

namespace tern {

/// Where the states of a gated delta net go: `states` starts with the newest snapshot of the first
/// sequence. Strides count floats.
struct StateTarget {
  const Tensor& states;
  std::int64_t snapshot_stride;
  std::int64_t sequence_stride;
};

void lower_delta_net(Lowering& to, const Tensor& net, const StateTarget& target);

}  // namespace tern
