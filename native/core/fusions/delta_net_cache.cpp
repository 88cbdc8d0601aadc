#include "core/fusion.h"

namespace tern {
namespace fusions_delta_net_cache {

/// The copy takes the snapshots of the state, which end the result of the delta net, into a cache.
/// The net has other readers (its outputs come first), so this is no chain.
bool fits(std::span<Tensor* const> nodes) {
  const Tensor& net = *nodes[0];
  const Tensor& copy = *nodes[1];
  const Tensor& states = *copy.source[0];
  if (net.is_output || copy.is_output || states.base != &net || states.offset == 0) return false;
  const std::size_t state_bytes = row_bytes(copy.type, copy.shape[0]);
  return net.type == Type::f32 && copy.type == Type::f32 && is_contiguous(states) &&
         has_contiguous_rows(copy) && copy.stride[1] >= state_bytes;
}

}  // namespace fusions_delta_net_cache

void register_fusion_delta_net_cache(FusionTable& table) {
  table.add({"GATED_DELTA_NET+CPY",
             "delta_net_cache",
             {"gated_delta_net", "copy"},
             false,
             fusions_delta_net_cache::fits});
}

}  // namespace tern
