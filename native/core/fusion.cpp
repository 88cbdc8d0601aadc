#include "core/fusion.h"

#include <algorithm>
#include <cstdint>

namespace tern {
namespace core_fusion {

using Nodes = std::span<Tensor* const>;

FusionTable make_table() {
  FusionTable table;
  register_fusions(table);
  return table;
}

/// How often each tensor of the graph is a source; views count as well.
std::vector<int> use_counts(const Graph& graph) {
  std::vector<int> uses(graph.tensors().size(), 0);
  for (const Tensor& tensor : graph.tensors()) {
    for (const Tensor* source : tensor.source) {
      if (source != nullptr && source->index >= 0) ++uses[static_cast<std::size_t>(source->index)];
    }
  }
  return uses;
}

bool names_match(const FusionPattern& pattern, Nodes nodes) {
  return std::equal(nodes.begin(), nodes.end(), pattern.ops.begin(),
                    [](const Tensor* node, std::string_view op) { return node->op->name == op; });
}

bool reads(const Tensor& node, const Tensor* other) {
  return node.source[0] == other || node.source[1] == other;
}

bool is_chain(Nodes nodes, const std::vector<int>& uses) {
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    const Tensor& node = *nodes[i];
    const Tensor& next = *nodes[i + 1];
    const auto read_by_next = std::count(next.source.begin(), next.source.end(), &node);
    const bool only_inside = uses[static_cast<std::size_t>(node.index)] == read_by_next;
    if (!reads(next, &node) || !only_inside) return false;
    if (node.is_output || node.base != nullptr || node.shape != next.shape) return false;
  }
  return true;
}

struct Bytes {
  const std::byte* begin;
  const std::byte* end;
};

Bytes bytes_of(const Tensor& tensor) { return {tensor.data, tensor.data + byte_span(tensor)}; }

bool is_inside(const Tensor* source, Nodes nodes) {
  const Tensor* root = source->base != nullptr ? source->base : source;
  return std::find(nodes.begin(), nodes.end(), root) != nodes.end();
}

/// False if the result is written to where other work of the group still reads something else. The
/// very same place is fine: each element is read before it is written.
bool result_is_apart(Nodes nodes) {
  const Tensor& result = *nodes.back();
  const Bytes to = bytes_of(result);
  for (const Tensor* node : nodes) {
    for (const Tensor* source : node->source) {
      if (source == nullptr || is_inside(source, nodes)) continue;
      const Bytes from = bytes_of(*source);
      if (from.begin != to.begin && from.begin < to.end && to.begin < from.end) return false;
    }
  }
  return true;
}

bool fits(const FusionPattern& pattern, const Graph& graph, Nodes nodes,
          const std::vector<int>& uses, FusionCheck check) {
  if (!names_match(pattern, nodes)) return false;
  if (pattern.is_chain && !is_chain(nodes, uses)) return false;
  if (pattern.fits != nullptr && !pattern.fits(nodes)) return false;
  if (pattern.is_closed != nullptr && !pattern.is_closed(graph, nodes)) return false;
  return check == FusionCheck::structural || result_is_apart(nodes);
}

FusedStep longest(const Graph& graph, Nodes rest, const FusionSet& set,
                  const std::vector<int>& uses, FusionCheck check) {
  FusedStep best{nullptr, rest.first(1)};
  const FusionTable& table = fusion_table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::size_t length = table[i].ops.size();
    if (!set[i] || length <= best.nodes.size() || length > rest.size()) continue;
    const Nodes nodes = rest.first(length);
    if (fits(table[i], graph, nodes, uses, check)) best = {&table[i], nodes};
  }
  return best;
}

}  // namespace core_fusion

const FusionTable& fusion_table() {
  static const FusionTable table = core_fusion::make_table();
  return table;
}

FusionSet all_fusions() { return FusionSet(fusion_table().size(), true); }

FusionSet fusions_of(std::span<const std::string_view> families) {
  FusionSet set;
  for (const FusionPattern& pattern : fusion_table()) {
    set.push_back(std::find(families.begin(), families.end(), pattern.family) != families.end());
  }
  return set;
}

std::vector<FusedStep> fuse(const Graph& graph, const FusionSet& set, FusionCheck check) {
  return fuse(graph, graph.nodes(), set, check);
}

std::vector<FusedStep> fuse(const Graph& graph, std::span<Tensor* const> nodes,
                            const FusionSet& set, FusionCheck check) {
  const std::vector<int> uses = core_fusion::use_counts(graph);
  std::vector<FusedStep> steps;
  while (!nodes.empty()) {
    steps.push_back(core_fusion::longest(graph, nodes, set, uses, check));
    nodes = nodes.subspan(steps.back().nodes.size());
  }
  return steps;
}

}  // namespace tern
