#include "core/fusion.h"

namespace tern {
namespace fusions_add_chain {

constexpr std::size_t longest = 7;

bool in_graph(const Tensor& tensor) {
  return (tensor.base != nullptr ? tensor.base : &tensor)->index >= 0;
}

/// What is added has one layout and lies in one memory: all results of the graph, or none.
bool fits(std::span<Tensor* const> nodes) {
  const Tensor& first = *nodes[0]->source[1];
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Tensor& other = *nodes[i]->source[1];
    if (nodes[i]->source[0] != nodes[i - 1]) return false;
    if (other.type != first.type || other.shape != first.shape || other.stride != first.stride)
      return false;
    if (in_graph(other) != in_graph(first)) return false;
  }
  return true;
}

}  // namespace fusions_add_chain

void register_fusion_add_chain(FusionTable& table) {
  std::string label = "ADD";
  std::vector<std::string_view> ops{"add"};
  while (ops.size() < fusions_add_chain::longest) {
    label += "+ADD";
    ops.push_back("add");
    table.add({label, "add_chain", ops, true, fusions_add_chain::fits});
  }
}

}  // namespace tern
