#include <algorithm>

#include "core/fusion.h"
#include "core/state_strides.h"

namespace tern {
namespace fusions_delta_net_cache {

const Tensor* root_of(const Tensor& tensor) {
  return tensor.base != nullptr ? tensor.base : &tensor;
}

/// The copy takes all snapshots of the state, which end the result of the delta net, into a cache
/// from which the net does not read. The net has other readers (its outputs come first), so this is
/// no chain.
bool fits(std::span<Tensor* const> nodes) {
  const Tensor& net = *nodes[0];
  const Tensor& copy = *nodes[1];
  const auto shares_cache = [&](const Tensor* source) {
    return source != nullptr && root_of(*source) == root_of(copy);
  };
  return state_strides(net, copy).has_value() &&
         std::none_of(net.source.begin(), net.source.end(), shares_cache);
}

/// True if the tensor has some of what comes in the result of the net from the states on.
bool has_states(const Tensor& tensor, const Tensor& states) {
  return root_of(tensor) == states.base && tensor.offset + byte_span(tensor) > states.offset;
}

/// True if the states are read after the graph has run. A view that is an output makes its base
/// one.
bool are_shown(const Graph& graph, const Tensor& states) {
  if (!states.base->is_output) return false;
  bool by_views = false;
  for (const Tensor& tensor : graph.tensors()) {
    if (!tensor.is_output || tensor.base != states.base) continue;
    if (has_states(tensor, states)) return true;
    by_views = true;
  }
  return !by_views;
}

/// The states are then nowhere but in the cache: none but the copy may look for them in the net.
bool is_closed(const Graph& graph, std::span<Tensor* const> nodes) {
  const Tensor& states = *nodes[1]->source[0];
  const auto takes_states = [&](const Tensor* source) {
    return source != nullptr && has_states(*source, states);
  };
  const auto reads = [&](const Tensor* node) {
    return node != nodes[1] && std::any_of(node->source.begin(), node->source.end(), takes_states);
  };
  return !are_shown(graph, states) &&
         std::none_of(graph.nodes().begin(), graph.nodes().end(), reads);
}

}  // namespace fusions_delta_net_cache

void register_fusion_delta_net_cache(FusionTable& table) {
  using namespace fusions_delta_net_cache;
  table.add({"GATED_DELTA_NET+CPY",
             "delta_net_cache",
             {"gated_delta_net", "copy"},
             false,
             fits,
             is_closed});
}

}  // namespace tern
