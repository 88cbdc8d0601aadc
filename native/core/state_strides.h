#pragma once

#include <cstdint>
#include <optional>

#include "core/tensor.h"

namespace tern {

/// Where the states of a gated delta net lie, from the newest of the first sequence on. Counts
/// floats; what is inside of a state has no gaps.
struct StateStrides {
  std::int64_t snapshot;  ///< from the state of a sequence to that behind the token before
  std::int64_t sequence;
};

/// In the result of the net, behind its outputs.
StateStrides state_strides(const Tensor& net);

/// In a cache, behind a copy of all that the net leaves; nothing if they lie otherwise there.
std::optional<StateStrides> state_strides(const Tensor& net, const Tensor& copy);

}  // namespace tern
